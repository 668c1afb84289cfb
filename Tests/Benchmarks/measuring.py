"""Bars, and the memory of this process, for several benchmarks."""
import pathlib


def memory(field):
    """Returns a field of this process's status in bytes, such as VmRSS (current memory) or VmHWM (its peak)."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    return 0


def forget_peak():
    pathlib.Path("/proc/self/clear_refs").write_text("5")


class Bars:
    """Records whether all bars were met."""

    missed = False

    def check(self, text, value, bar, unit=""):
        met = value <= bar
        self.missed |= not met
        return f"    {text}: {value:.3g}{unit} of at most {bar:g}{unit}: {'ok' if met else 'too much'}"
