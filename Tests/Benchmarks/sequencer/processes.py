"""What the kernel tells of a process: its memory, open files and processor time."""
import os
import pathlib


def resident_kib(pid):
    """The memory that it has, in KiB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0  # it has ended


def open_files(pid):
    """How many file descriptors it has."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def processor_seconds(pid):
    """What all its threads have used so far, in steps of 10 ms."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
