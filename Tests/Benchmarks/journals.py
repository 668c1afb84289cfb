"""Disturbs captures of real events on a simulated machine, and checks that no event is lost.

    python journals.py MIDIREC FOLDER

KILLS captures are ended by SIGKILL, and `recover` must give all events except those of the last second. During DISTURBED
captures, the folder or the journals are renamed, removed, or replaced. If such a capture ends by Ctrl-C, the take must
have all events; if it is killed a second later, `recover` must give all but the last second. A foreign file under the
journal's name must neither become the take nor vanish."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import mido

KILLS = 100
DISTURBED = 60
SEED = 20
EVENTS = 600
STEP = 0.005
# The longest time in seconds between an event and its copy in the journal.
DELAY = 1.0
PORTS = ["14:0", "14:1"]


class Capture:
    """A capture into a new folder, and what happens to its files."""

    def __init__(self, midirec, folder, ports, foreign):
        self.folder = folder
        self.foreign = foreign
        self.folder.mkdir()
        inputs = [word for port in ports for word in ("--in", port)]
        self.process = subprocess.Popen(
            [midirec, "capture", *inputs, "-o", folder / "take.mid"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.messages = ""
        while "press Ctrl-C" not in self.messages:
            line = self.process.stderr.readline()
            if not line:
                sys.exit(f"journals: the capture ended: {self.messages}")
            self.messages += line

    def files(self):
        """Returns the files in the folder and in the folder to which it was moved."""
        folders = [self.folder, self.moved]
        return [path for folder in folders if folder.is_dir() for path in folder.iterdir() if path.is_file()]

    @property
    def moved(self):
        return self.folder.with_name(self.folder.name + "-moved")

    @property
    def journal(self):
        return self.folder / "take.recording.mid"

    @property
    def journals(self):
        return [path for path in self.files() if ".recording" in path.name]

    def is_foreign(self, path):
        return path.read_bytes() == self.foreign.read_bytes()

    # Disturbances

    def nothing(self):
        pass

    def rename_folder(self):
        self.folder.rename(self.moved)

    def rename_folder_and_make_another(self):
        self.folder.rename(self.moved)
        self.folder.mkdir()

    def remove_folder(self):
        shutil.rmtree(self.folder)

    def remove_folder_and_make_another(self):
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        shutil.copy(self.foreign, self.journal)

    def remove_visible_journal(self):
        self.journal.unlink()

    def remove_all_journals(self):
        for path in self.journals:
            path.unlink()

    def clean_as_git_does(self):
        subprocess.run(["git", "clean", "-fdxq"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def replace_journal(self):
        shutil.copy(self.foreign, self.folder / "other.mid")
        (self.folder / "other.mid").rename(self.journal)

    def overwrite_journals(self):
        for path in self.journals:
            shutil.copyfile(self.foreign, path)

    def truncate_journals(self):
        for path in self.journals:
            os.truncate(path, 0)


DISTURBANCES = [
    Capture.rename_folder, Capture.rename_folder_and_make_another, Capture.remove_folder,
    Capture.remove_folder_and_make_another, Capture.remove_visible_journal, Capture.remove_all_journals,
    Capture.clean_as_git_does, Capture.replace_journal, Capture.overwrite_journals, Capture.truncate_journals,
]


def piece(path, count, channel):
    """Writes controllers, each of which differs from its neighbors."""
    track = mido.MidiTrack(
        mido.Message(
            "control_change", channel=channel, control=1 + index // 128 % 30, value=index % 128,
            time=int(STEP * 1000) if index else 0) for index in range(count))
    mido.MidiFile(type=0, ticks_per_beat=500, tracks=[track]).save(path)


def controllers(path):
    return [
        (message.channel, message.control, message.value) for track in mido.MidiFile(path).tracks for message in track
        if message.type == "control_change"]


def finished(capture, everything):
    """Ends a capture by Ctrl-C, and returns what is wrong, or None."""
    capture.process.send_signal(signal.SIGINT)
    output, errors = capture.process.communicate()
    if capture.process.returncode:
        return f"exit code {capture.process.returncode}: {errors}"
    take = pathlib.Path(output.split(": ")[0])
    if not take.exists():
        return f"no take {take}: {errors}"
    if controllers(take) != everything:
        return f"{len(controllers(take))} of {len(everything)} events"
    return None


def recovered(midirec, capture, everything, age):
    """Ends a capture by SIGKILL, recovers its take, and returns what is wrong, or None."""
    own = [path for path in capture.journals if not capture.is_foreign(path)]
    takes = {path.with_name(path.name.lstrip(".").split(".recording")[0] + ".mid") for path in own}
    if len(takes) != 1:
        return f"journals of {sorted(map(str, takes))} are there"
    take = takes.pop()
    result = subprocess.run([midirec, "recover", take], capture_output=True, text=True)
    if result.returncode:
        return f"recover: {result.stderr}"
    events = controllers(take)
    least = min(int((age - DELAY) / STEP), len(everything))
    if events != everything[:len(events)] or len(events) < least:
        return f"{len(events)} events of at least {least}"
    left = [path.name for path in capture.journals if not capture.is_foreign(path)]
    return f"recover left {left}" if left else None


def main(midirec, folder):
    root = pathlib.Path(folder).absolute()
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    piece(root / "piece.mid", EVENTS, 0)
    piece(root / "foreign.mid", EVENTS * 3 // 2, 5)
    everything = controllers(root / "piece.mid")
    random.seed(SEED)
    rounds = [(Capture.nothing, True)] * KILLS
    rounds += [(DISTURBANCES[index % len(DISTURBANCES)], index % 2 == 1) for index in random.sample(
        range(DISTURBED), DISTURBED)]
    wrong = {True: 0, False: 0}
    for number, (disturb, is_killed) in enumerate(rounds):
        is_plain = disturb == Capture.nothing
        ports = PORTS[:random.choice([1, 1, 2])]
        capture = Capture(midirec, root / f"{number}", ports, root / "foreign.mid")
        begin = time.monotonic()
        player = subprocess.Popen(["aplaymidi", "-p", PORTS[0], "-d", "0", root / "piece.mid"])
        time.sleep(random.uniform(0.05, EVENTS * STEP - 0.1))
        disturb(capture)
        if is_killed:
            time.sleep(random.uniform(0, 1) if is_plain else random.uniform(DELAY, 1.5))
            age = time.monotonic() - begin
            capture.process.kill()
            capture.process.communicate()
            player.wait()
            fault = recovered(midirec, capture, everything, age)
        else:
            player.wait()
            time.sleep(random.choice([0, 0.3, 1.2]))
            fault = finished(capture, everything)
        foreign = [path for path in capture.journals if capture.is_foreign(path)]
        hid_foreign = disturb in (Capture.replace_journal, Capture.remove_folder_and_make_another) and not foreign
        fault = fault or ("the foreign file vanished" if hid_foreign else None)
        if fault:
            wrong[is_plain] += 1
            print(f"{number}: {disturb.__name__}, {'killed' if is_killed else 'Ctrl-C'}: {fault}", flush=True)
    print(f"{KILLS - wrong[True]} of {KILLS} killed captures, and {DISTURBED - wrong[False]} of {DISTURBED} disturbed ones "
          "are whole")
    return any(wrong.values())


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
