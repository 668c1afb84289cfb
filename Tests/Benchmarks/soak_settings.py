"""Faults in the settings of two real programs, with the takes to which `midirec soak` must reduce them.

midish and mididings pass MIDI on under rules. Each fault is a rule that a user can write by mistake."""
import dataclasses
import pathlib

# Checks that the programs also violate with right settings. midish sends events with undefined flags, and reads no more
# once Linux 6.12 refuses one. It drops system resets. It wakes up 1,000 times per second, so that the 10,000 messages of
# `lean` take a minute.
OFF = {
    "midish": {"alive": "false", "lean": "false", "silenced": "false", "without": "[sensing]"},
    "mididings": {"lean": "false"},
}
# Properties of the programs with right settings. The channels of midish share the time of a MIDI cable, so that they don't
# commute.
RIGHT = {
    "midish": {"transposes": "12", "keeps": "[channel, velocity]"},
    "mididings": {"transposes": "12", "keeps": "[channel, velocity]", "commutes": "channels", "ignores": "program"},
}
COMMANDS = {
    "midish": """\
      command: [midish]
      environment: {HOME: "${MIDIREC_SESSION}"}
      ending: end-of-input
""",
    "mididings": """\
      command: [PYTHON, SCRIPT, -f, "${MIDIREC_SESSION}/settings.py"]
""",
}


@dataclasses.dataclass
class Setting:
    """A setting with a fault, or a right one if it has no fault."""

    program: str
    fault: str | None
    rules: str
    invariant: str | None = None
    # The value of `invariant` in session.yaml, or `None` for an invariant that is on by default.
    value: str | None = None
    # The minimal take as hexadecimal bytes, written by hand, or `None` if it isn't known.
    take: list | None = None

    def write(self, folder, take, python):
        """Writes a session with this setting, whose take has the given bytes."""
        folder.mkdir(parents=True)
        (folder / "take.mid").write_bytes(take)
        command = COMMANDS[self.program]
        if self.program == "midish":
            rules = "\n".join(["dnew 0 nil rw", "fnew settings", "fmap {any 0} {any 0}", *self.rules.split("; "), "i", ""])
            (folder / ".midishrc").write_text(rules)
        else:
            # The first line of the script names the system's Python.
            command = command.replace("PYTHON", python).replace("SCRIPT", str(pathlib.Path(python).with_name("mididings")))
            (folder / "settings.py").write_text(f"from mididings import *\n\nrun({self.rules})\n")
        properties = {} if self.fault else RIGHT[self.program]
        if self.value is not None:
            properties = {self.invariant: self.value}
        checks = ", ".join(f"{key}: {value}" for key, value in (OFF[self.program] | properties).items())
        (folder / "session.yaml").write_text(f"take: take.mid\nsubjects:\n  - program:\n{command}soak: {{{checks}}}\n")


SETTINGS = [
    Setting("midish", None, "fmap {any 0} {any 0}"),
    Setting("midish", "slides move the pedal", "fmap {ctl 0 74} {ctl 0 64}", "released", take=["B0 4A 7F"]),
    Setting("midish", "only high keys go up", "fmap {note 0 60..115} {note 0 72..127}", "transposes", "12", ["90 3B 40"]),
    Setting("midish", "low keys are silent", "fmap {note 0 0..47} {none}", "transposes", "12", ["90 2F 40"]),
    Setting("midish", "velocities are bent", "fvcurve {any 0} (-20)", "keeps", "velocity", ["90 3C 40"]),
    Setting("midish", "channel 2 joins channel 1", "fmap {any {0 1}} {any {0 0}}", "keeps", "channel", ["91 3C 40"]),
    Setting(
        "midish", "channel 1 plays twice", "fmap {note {0 0}} {note {0 0}}; fmap {note {0 0}} {note {0 1}}", "keeps",
        "channel", ["90 3C 40"]),
    Setting("mididings", None, "~Filter(PROGRAM)"),
    Setting(
        "mididings", "drums lose their note-offs", "ChannelFilter(10) % ~Filter(NOTEOFF)", "released",
        take=["99 3C 40", "89 3C 40"]),
    Setting(
        "mididings", "only note-ons change channel", "Filter(NOTEON) % Channel(2)", "released",
        take=["90 3C 40", "80 3C 40"]),
    Setting(
        "mididings", "only note-ons go up", "Filter(NOTEON) % Transpose(12)", "released", take=["90 3C 40", "80 3C 40"]),
    Setting(
        "mididings", "pedals never rise", "CtrlFilter(64) % CtrlValueFilter(64, 0)", "released",
        take=["B0 40 7F", "B0 40 00"]),
    Setting("mididings", "slides move the pedal", "CtrlMap(74, 64)", "released", take=["B0 4A 7F"]),
    Setting(
        "mididings", "note-ons are doubled", "Filter(NOTEON) % Fork([Pass(), Pass()], remove_duplicates=False)", "paired",
        take=["90 3C 40", "80 3C 40"]),
    Setting("mididings", "only high keys go up", "KeySplit(60, Pass(), Transpose(12))", "transposes", "12", ["90 3B 40"]),
    Setting(
        "mididings", "zones by velocity", "VelocitySplit(64, Channel(1), Channel(2))", "keeps", "channel", ["90 3C 40"]),
    Setting("mididings", "channel 2 joins channel 1", "ChannelFilter(2) % Channel(1)", "commutes", "channels"),
    Setting(
        "mididings", "program changes switch scenes",
        "scenes={1: Pass(), 2: Channel(2)}, control=Filter(PROGRAM) >> SceneSwitch(2), pre=~Filter(PROGRAM)", "ignores",
        "program", ["C0 00", "90 3C 40"]),
]
