"""Keeps the machine busy while something is measured."""
import contextlib
import os
import subprocess

BUSY = "while True: pass"
# Each block is on the disk before the next one is written.
WRITING = """
import os, sys
disk = os.open(sys.argv[1], os.O_WRONLY | os.O_DSYNC)
block = bytes(1 << 16)
while True:
    os.lseek(disk, 0, os.SEEK_SET)
    for _ in range(256):
        os.write(disk, block)
"""


@contextlib.contextmanager
def everywhere(disk):
    """A busy loop for each processor, and one that writes to the disk."""
    commands = [["python3", "-c", BUSY]] * (os.cpu_count() or 1) + [["python3", "-c", WRITING, disk]]
    processes = [subprocess.Popen(command) for command in commands]
    try:
        yield
        ended = [process.args[-1] for process in processes if process.poll() is not None]
        if ended:
            raise RuntimeError(f"the machine was not kept busy: {ended}")
    finally:
        for process in processes:
            process.kill()
            process.wait()
