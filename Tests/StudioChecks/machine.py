"""Runs the checks on the simulated machine. Standard input and output belong to the relay; see __main__.py."""
import os
import pathlib
import queue
import sys
import time

import checks_firefox
import checks_flows
import checks_judge
import checks_server
import checks_sounds
import latency
import pictures
from relay import Relay
from studio import Bench

sys.path.append(str(pathlib.Path(__file__).parent.parent / "BrowserChecks"))

from checking import failure  # noqa: E402

MODULES = (checks_server, checks_flows, checks_judge, checks_sounds, checks_firefox)

# What replaces the checks.
MODES = {"--latency": latency.measure, "--flood": latency.measure_long_flood, "--pictures": pictures.take_all}


def all_checks(is_full):
    return {name.removeprefix("check_"): (module.__name__, check) for module in MODULES
            for name, check in vars(module).items()
            if name.startswith("check_") and (is_full or not getattr(check, "is_slow", False))}


class Lines:
    """Standard output whose lines go to the other end."""

    def __init__(self, relay):
        self.relay, self.text = relay, ""

    def write(self, text):
        *lines, self.text = (self.text + text).split("\n")
        for line in lines:
            self.relay.send_line(line)

    def flush(self):
        """Lines are sent as they end."""


def main(arguments):
    is_full = "--full" in arguments
    checks = all_checks(is_full)
    if "--list" in arguments:
        print("\n".join(checks))
        return 0
    modes = [mode for name, mode in MODES.items() if name in arguments]
    os.environ.pop("CI", None)  # There, midirec test writes no results.
    midirec, program, folder, *wanted = [argument for argument in arguments if not argument.startswith("--")]
    lines = queue.SimpleQueue()
    relay = Relay(os.dup(0), os.dup(1), 1, lines.put)
    sys.stdout = Lines(relay)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # What the programs of checks print would confuse the relay.
    driver_port, firefox_port, *ports = map(int, lines.get().split())
    bench = Bench(midirec, program, folder, is_full, ports, relay.listen(driver_port), relay.listen(firefox_port))
    try:
        if modes:
            return modes[0](bench)
        last, failed = None, 0
        chosen = {name: entry for name, entry in checks.items() if not wanted or {name, entry[0]} & set(wanted)}
        for name, (module, check) in chosen.items():
            # The events of one module's checks would fill the log of another's.
            if module != last:
                bench.reset()
            last, start = module, time.monotonic()
            found = failure(check, bench)
            if found:
                failed += 1
                bench.reset()
            result = "FAILED" if found else "passed"
            print(f"{result} {time.monotonic() - start:5.2f} s  {name}\n{found or ''}", end="", flush=True)
        print(f"{len(chosen) - failed} checks passed, {failed} failed")
        return 0 if chosen and not failed else 1
    finally:
        bench.end_all()


sys.exit(main(sys.argv[1:]))
