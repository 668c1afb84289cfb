"""The memory, open files, and processor time of a process, from the kernel."""
import os
import pathlib


def resident_kib(pid):
    """Returns the memory in KiB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0  # The process has ended.


def open_files(pid):
    """Returns the number of file descriptors."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def processor_seconds(pid):
    """Returns the processor time of all threads so far, in steps of 10 ms."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
