"""Checks a running studio, and prints a line of JSON for each check: its name, its failure, and its seconds.

    python Tests/StudioChecks [--full] MIDIREC MIDIREC-STUDIO FOLDER [NAME or MODULE…]
    python Tests/StudioChecks --list [--full]   prints the names of all checks
    python Tests/StudioChecks --latency MIDIREC MIDIREC-STUDIO FOLDER   measures how fast the page is

The studio, and whatever plays and listens, run on a simulated machine, whose LinnStrument they unplug. It has one
processor, so Chromium runs on this computer, and its connections are relayed. With --full, slow attacks run, too."""
import os
import pathlib
import subprocess
import sys

from relay import Relay

PORT_COUNT = 60  # Each studio of a check needs one.
HERE = pathlib.Path(__file__).resolve().parent


def main(arguments):
    program = HERE / "machine.py"
    if "--list" in arguments:
        os.execv(sys.executable, [sys.executable, "-B", str(program), *arguments])
    midirec, _, folder = [argument for argument in arguments if not argument.startswith("--")][:3]
    driver = subprocess.Popen(["/usr/bin/chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    try:
        while "successfully" not in (line := driver.stdout.readline()):
            assert line, "chromedriver doesn't start"
        driver_port = int(line.rpartition("port ")[2].rstrip(".\n"))
        command = [midirec, "simulate", "--real-time", "--linnstrument", "--writable", folder, "--", sys.executable, "-B",
                   str(program), *arguments]
        machine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        relay = Relay(machine.stdout.fileno(), machine.stdin.fileno(), 0, lambda text: print(text, flush=True))
        relay.send_line(" ".join(str(port) for port in [driver_port, *(relay.listen() for _ in range(PORT_COUNT))]))
        code = machine.wait()
        relay.thread.join()
        return code
    finally:
        driver.kill()


sys.exit(main(sys.argv[1:]))
