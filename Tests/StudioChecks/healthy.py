"""Prints the times of the states that a page gets, or of 60 ticks per second.

    python Tests/StudioChecks/healthy.py PORT TOKEN
    python Tests/StudioChecks/healthy.py ticks

This is a process of its own, because the attacks keep the interpreter of the checks busy."""
import sys
import time

from client import Client


def main(arguments):
    if arguments == ["ticks"]:
        while True:
            time.sleep(1 / 60)
            print(time.monotonic(), flush=True)
    client = Client(int(arguments[0]), arguments[1])
    while True:
        if "state" in client.receive():
            print(time.monotonic(), flush=True)


main(sys.argv[1:])
