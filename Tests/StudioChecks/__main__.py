"""Checks a running studio, and prints for each check its result, its seconds, its name, and the place of its failure.

    python Tests/StudioChecks [--full] MIDIREC MIDIREC-STUDIO FOLDER [NAME or MODULE…]
    python Tests/StudioChecks --list [--full]   prints the names of all checks
    python Tests/StudioChecks --latency MIDIREC MIDIREC-STUDIO FOLDER   measures how fast the page is
    python Tests/StudioChecks --flood MIDIREC MIDIREC-STUDIO FOLDER   floods the page for 10 minutes, and measures the memory
    python Tests/StudioChecks --pictures MIDIREC MIDIREC-STUDIO FOLDER   takes the pictures of the guide

The studio, and whatever plays and listens, run on a simulated machine, whose LinnStrument they unplug. It has one
processor, so Chromium and Firefox run on this computer, and their connections are relayed. With --full, slow attacks run, too."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from relay import Relay

PORT_COUNT = 60  # Each studio of a check needs one.
HERE = pathlib.Path(__file__).resolve().parent
GUIDE = HERE.parents[1] / "Sources" / "midirec" / "midirec.docc"


def start(pattern, *command, **options):
    """Starts a program that prints its port, and returns both."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    for line in process.stdout:
        if found := re.search(pattern, line):
            return process, int(found[1])
    raise AssertionError(f"{command[0]} doesn't start")


def main(arguments):
    program = HERE / "machine.py"
    if "--list" in arguments:
        os.execv(sys.executable, [sys.executable, "-B", str(program), *arguments])
    midirec, _, folder = [argument for argument in arguments if not argument.startswith("--")][:3]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    driver, driver_port = start(r"port (\d+)\.$", "/usr/bin/chromedriver", "--port=0")
    firefox, firefox_port, home = None, 0, tempfile.mkdtemp()
    try:
        if "--full" in arguments and shutil.which("firefox-esr"):
            firefox, firefox_port = start(
                r"BiDi listening on ws://127\.0\.0\.1:(\d+)", "firefox-esr", "--headless", "--no-remote", "--profile", home,
                "--remote-debugging-port=0", env={**os.environ, "HOME": home})
        command = [midirec, "simulate", "--real-time", "--linnstrument", "--writable", folder, "--", sys.executable, "-B",
                   str(program), *arguments]
        machine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        relay = Relay(machine.stdout.fileno(), machine.stdin.fileno(), 0, lambda text: print(text, flush=True))
        ports = [driver_port, firefox_port, *(relay.listen() for _ in range(PORT_COUNT))]
        relay.send_line(" ".join(map(str, ports)))
        code = machine.wait()
        relay.thread.join()
        for picture in pathlib.Path(folder).glob("studio*.png") if "--pictures" in arguments else ():
            shutil.copy(picture, GUIDE)
        return code
    finally:
        for browser in (driver, firefox):
            if browser:
                browser.kill()
                browser.wait()
        shutil.rmtree(home, ignore_errors=True)


sys.exit(main(sys.argv[1:]))
