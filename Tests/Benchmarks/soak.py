"""Measures `midirec soak` against its bars, on two cores.

    soak.py MIDIREC PYTHON FOLDER [--seed N] [--jobs N] [PART...]

speed: 100,000 storms are played to each of the built-in grid and piano, which run in the process, and 1,000 to a C program
that starts for each of them, and passes all events on. None has a fault.
settings: Faults in the settings of midish and mididings, each of which must be found and reduced to at most 10 messages
within 60 s. PYTHON has mididings. No fault may be found in their right settings.

Exits with 1 if a bar is missed."""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import measuring
import smf
import soak_settings

PARTS = ["speed", "settings"]
STORMS = {"grid": 100_000, "piano": 100_000, "a C program": 1_000}
SECONDS = 60.0
MESSAGES = 10
TAKE = smf.file([(0, bytes([0x90, 60, 64])), (480, bytes([0x80, 60, 64]))])


def speed(bars, options):
    for subject in ("grid", "piano"):
        session = options.folder / subject
        session.mkdir(exist_ok=True)
        (session / "take.mid").write_bytes(TAKE)
        (session / "session.yaml").write_text(f"take: take.mid\nsubjects: [{subject}]\n")
        measure(bars, subject, options, str(session))
    thru = options.folder / "thru"
    source = pathlib.Path(__file__).with_name("thru.c")
    subprocess.run(["cc", "-O2", "-o", thru, source, "-lasound"], check=True)
    measure(bars, "a C program", options, "--", str(thru))


def measure(bars, subject, options, *words):
    command = [options.midirec, "soak", "--storms", str(STORMS[subject]), "--seed", options.seed, "--jobs", options.jobs, *words]
    status, output, seconds, processor, memory = measuring.run(command)
    found = re.search(r"([\d,]+) storms of seed \d+ with ([\d,]+) messages", output.decode())
    if found is None:
        sys.exit(f"soak: {output.decode()}")
    storms, messages = (int(text.replace(",", "")) for text in found.groups())
    print(f"{storms:,} storms of {messages / storms:.0f} messages for {subject}")
    print(f"    {processor:.1f} s of processor time, {memory:.0f} MB")
    print(bars.check("time", seconds, SECONDS, " s"))
    print(bars.check("faults", status, 0))
    # A soak that plays nothing would also be fast.
    if storms != STORMS[subject] or messages < 20 * storms:
        bars.missed = True
        print("    too few storms or messages to be measured")
    print(flush=True)


def settings(bars, options):
    folder = options.folder / "settings"
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{'program':<10} {'fault':<29} {'found':>7} {'processor':>9} {'storm':>6} {'messages':>9}  invariant   minimal take")
    for number, setting in enumerate(soak_settings.SETTINGS):
        session = folder / f"{setting.program}-{number}"
        setting.write(session, TAKE, options.python)
        before = processor_time()
        seconds, result = soaked(session, options)
        used = processor_time() - before
        found = findings(result)
        problems = judged(setting, seconds, result, found)
        bars.missed |= bool(problems)
        invariant, storm, take = found[0] if found else ("-", "-", [])
        print(
            f"{setting.program:<10} {setting.fault or 'none':<29} {f'{seconds:.1f} s' if found else '-':>7}"
            f" {f'{used:.1f} s':>9} {storm:>6} {len(take) or '-':>9}  {invariant:<10}  {', '.join(take)}")
        print(f"    {setting.rules}")
        for problem in problems:
            print(f"    {problem}")
        sys.stdout.flush()
    print()


def soaked(session, options):
    """Returns the seconds until a finding is reduced, or until the soak ends, and the result of the soak."""
    command = [options.midirec, "soak", "--time", "60s", "--seed", options.seed, "--jobs", options.jobs, "--json", session]
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        seconds = None
        while process.poll() is None and seconds is None:
            time.sleep(0.05)
            notes = [path.read_text() for path in session.glob("soak.findings/*/session.yaml")]
            if any("unfinished" not in note for note in notes):
                seconds = time.monotonic() - start
                process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    if process.returncode not in (0, 1, 130):
        sys.exit(f"soak: {session}: {process.returncode} {errors}")
    return seconds or time.monotonic() - start, json.loads(output)


def processor_time():
    """Returns the processor time of all ended child processes in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def findings(result):
    """Returns each finding's invariant, the number of its storm, and the bytes of its messages."""
    return [
        (finding["invariant"], outcome["storm"], [message["bytes"] for message in finding["take"]])
        for outcome in result["outcomes"] for finding in outcome.get("findings", [])
    ]


def judged(setting, seconds, result, found):
    """Returns the bars that a soak missed."""
    soak = result["soaks"][0]
    if not setting.fault:
        # A program that replies to no storm would also pass.
        silent = soak["replies"] == 0
        return ["a right setting has a finding"] * bool(found) + ["no reply"] * silent
    if not found:
        return [f"not found in {soak['storms']} storms"]
    invariant, _, take = found[0]
    problems = []
    if seconds > SECONDS:
        problems.append(f"{seconds:.0f} s of at most {SECONDS:.0f} s")
    if len(take) > MESSAGES:
        problems.append(f"{len(take)} messages of at most {MESSAGES}")
    if invariant != setting.invariant:
        problems.append(f"expected a violation of {setting.invariant}")
    if setting.take is not None and take != setting.take:
        problems.append(f"expected {', '.join(setting.take)}")
    return problems


def main():
    parser = argparse.ArgumentParser(prog="soak")
    parser.add_argument("midirec")
    parser.add_argument("python")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("parts", nargs="*", metavar="PART")
    options = parser.parse_intermixed_args()
    options.folder = options.folder.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    # CI would change the reports.
    os.environ.pop("CI", None)
    bars = measuring.Bars()
    for part in measuring.parts(options.parts, PARTS):
        globals()[part](bars, options)
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main())
