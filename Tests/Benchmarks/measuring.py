"""Helpers of several benchmarks: parts, bars, the cost of a command, and the memory of this process."""
import os
import pathlib
import subprocess
import sys
import time


def memory(field):
    """Returns a field of this process's status in bytes, such as VmRSS (current memory) or VmHWM (its peak)."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    return 0


def forget_peak():
    pathlib.Path("/proc/self/clear_refs").write_text("5")


def run(command, statuses=(0, 1)):
    """Returns a command's status and output, its elapsed and processor seconds, and its peak memory in MB."""
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        output, errors = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in statuses:
        sys.exit(f"bench: {' '.join(command)}: {errors.decode()}")
    return process.returncode, output, time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def parts(chosen, known):
    """Returns the chosen parts, or all known ones. Exits with 64 if a part isn't known."""
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        print(f"bench: unknown part {', '.join(unknown)}; the parts are {', '.join(known)}", file=sys.stderr)
        sys.exit(64)
    return chosen or list(known)


class Bars:
    """Records whether all bars were met."""

    missed = False

    def check(self, text, value, bar, unit=""):
        met = value <= bar
        self.missed |= not met
        return f"    {text}: {value:.3g}{unit} of at most {bar:g}{unit}: {'ok' if met else 'too much'}"
