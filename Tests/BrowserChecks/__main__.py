"""Checks HTML reports in Chromium and prints a line of JSON for each check: its name, and its failure.

    python Tests/BrowserChecks FOLDER [NAME]   checks the reports that ReportsTests wrote there
    python Tests/BrowserChecks --list          prints the names of all checks

picture.py writes the image of a report for the guides."""
import json
import sys

import browser
import checks_alignment
import checks_differences
import checks_instruments
import checks_large
import checks_looks
import checks_safety
import checks_sessions
import checks_sound
import checks_state
import checks_view
from checking import failure

MODULES = (checks_differences, checks_view, checks_state, checks_instruments, checks_looks, checks_safety,
           checks_sessions, checks_large, checks_sound, checks_alignment)
CHECKS = {name.removeprefix("check_"): check for module in MODULES for name, check in vars(module).items()
          if name.startswith("check_")}


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(CHECKS))
        return
    driver = browser.start()
    try:
        page = browser.Page(driver, arguments[0])
        for name, check in CHECKS.items():
            if name in arguments[1:] or len(arguments) == 1:
                print(json.dumps({"name": name, "failure": failure(check, page)}), flush=True)
    finally:
        driver.quit()


main(sys.argv[1:])
