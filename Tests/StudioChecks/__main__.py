"""Checks a running studio, and prints a line of JSON for each check: its name, its failure, and its seconds.

    midirec simulate --real-time --linnstrument --writable FOLDER -- \\
        python Tests/StudioChecks [--full] MIDIREC MIDIREC-STUDIO FOLDER [NAME or MODULE…]
    python Tests/StudioChecks --list [--full]   prints the names of all checks

The checks need a simulated machine, because they unplug its LinnStrument. With --full, slow attacks run, too.
latency.py measures how fast the page is."""
import json
import sys
import time
import traceback

import checks_flows
import checks_server
import checks_sounds
from studio import Bench

MODULES = (checks_server, checks_flows, checks_sounds)


def all_checks(is_full):
    return {name.removeprefix("check_"): (module.__name__, check) for module in MODULES
            for name, check in vars(module).items()
            if name.startswith("check_") and (is_full or not getattr(check, "is_slow", False))}


def failure(check, bench):
    try:
        check(bench)
    except Exception:  # The other checks run after any failure.
        return traceback.format_exc(limit=-3)
    return None


def main(arguments):
    is_full = "--full" in arguments
    arguments = [argument for argument in arguments if argument != "--full"]
    checks = all_checks(is_full)
    if arguments == ["--list"]:
        print("\n".join(checks))
        return
    midirec, program, folder, *wanted = arguments
    bench = Bench(midirec, program, folder, is_full)
    try:
        for name, (module, check) in checks.items():
            if wanted and name not in wanted and module not in wanted:
                continue
            start = time.monotonic()
            found = failure(check, bench)
            if found:
                bench.reset()
            seconds = round(time.monotonic() - start, 2)
            print(json.dumps({"name": name, "failure": found, "seconds": seconds}), flush=True)
    finally:
        bench.end_all()


main(sys.argv[1:])
