"""Prints the slowest, skipped, failed, and missing tests of a run, and how many passed.

    summary.py RESULTS EVENTS LIST STATUS

RESULTS is the xUnit file of the run, EVENTS its event stream, LIST a file with the names of all tests, and STATUS the
exit status of the run. The exit status is 0 if every test passed or was skipped.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

from junitparser import Failure, JUnitXml, Skipped


def name(case):
    """The name of a test as the list of all tests has it."""
    return f"{case.classname}/{case.name}"


def is_a(case, kind):
    return any(isinstance(result, kind) for result in case.result)


def running_times(events):
    """The seconds in which each test ran; a parameterized test has the sum of its cases.

    The times of the xUnit file begin earlier: a test starts, and then waits until few enough others run.
    """
    times = Counter()
    # After a crash, the last line can be incomplete.
    for line in Path(events).read_text().split("\n")[:-1]:
        event = json.loads(line)["payload"]
        if event.get("kind") in ("testCaseStarted", "testCaseEnded"):
            sign = 1 if event["kind"] == "testCaseEnded" else -1
            times[event["testID"].rpartition("/")[0]] += sign * event["instant"]["absolute"]
    return times


def print_names(title, names, limit=20):
    if names:
        print(f"\n{title}", *sorted(names)[:limit], sep="\n  ")
    if len(names) > limit:
        print(f"  and {len(names) - limit} more")


def main(results, events, list_file, status):
    expected = set(Path(list_file).read_text().split("\n")) - {""}
    cases = []
    if Path(results).exists():
        # Failure messages can contain control characters, which XML 1.0 doesn't allow.
        text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", Path(results).read_text())
        cases = [case for suite in JUnitXml.fromstring(text.encode()) for case in suite]
    failed = {name(case) for case in cases if is_a(case, Failure)}
    skipped = {name(case) for case in cases if is_a(case, Skipped)} - failed
    passed = {name(case) for case in cases} - failed - skipped
    missing = expected - passed - failed - skipped
    if Path(events).exists():
        slowest = running_times(events).most_common(20)
        print("\nSlowest:", *(f"{time:.1f} s  {test}" for test, time in slowest), sep="\n  ")
    print_names("Skipped:", skipped)
    print_names("Not run:", missing)
    print_names("Failed:", failed)
    if status not in (0, 1):
        print(f"\nThe run ended with status {status} (124: it took too long; above 128: a crash).")
    print(f"\n{len(passed)} passed, {len(failed) + len(missing)} failed, {len(skipped)} skipped")
    is_good = status == 0 and not failed and not missing and passed
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
