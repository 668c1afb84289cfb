"""Writes a man page for midirec and each of its commands, from the program's own help.

    python3 Scripts/packaging/man_pages.py PROGRAM FOLDER DATE

DATE is the date of the release, such as 2026-11-26."""
import itertools
import json
import pathlib
import re
import subprocess
import sys

# The files and variables that several commands use.
ENVIRONMENT = [
    ("CI", "Leave pending files untouched, unless the value is 0 or false."),
    ("MIDIREC_KERNEL", "Folder with the kernel of simulated machines."),
    ("MIDIREC_PLAYER", "Command that plays an audio file in midirec review."),
    ("BROWSER", "Command that opens a page in midirec review."),
    ("NO_COLOR", "Print no colors if the value isn't empty."),
]
FILES = [
    ("Recordings", "Sessions of the current folder."),
    ("$XDG_CONFIG_HOME/midirec", "Aliases of ports, and last choices (default: ~/.config/midirec)."),
    ("$XDG_DATA_HOME/midirec", "Catalog of fonts (default: ~/.local/share/midirec)."),
    ("$XDG_STATE_HOME/midirec", "Sessions that failed in their last run (default: ~/.local/state/midirec)."),
]


def escaped(text):
    """Returns text for troff: hyphens stay copyable, and no line starts with a control character."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    text = "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in text)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def flag(argument):
    names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
    dashed = ["-" + name["name"] if name["kind"] == "short" else "--" + name["name"] for name in names]
    value = f" \\fI{escaped(argument['valueName'])}\\fR" if argument["kind"] == "option" else ""
    return ", ".join(f"\\fB{escaped(name)}\\fR" for name in dashed) + value


def synopsis(program, words):
    """Returns the lines of the usage, from the help, because it knows the order of arguments."""
    text = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout
    usage = re.search(r"^USAGE: (.*?)\n\n", text, re.DOTALL | re.MULTILINE)
    return re.sub(r"\s+", " ", usage[1]) if usage else " ".join(["midirec", *words])


def paragraphs(text):
    """Returns the discussion of a command. Indented lines are examples or tables, which keep their lines."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines.append(".PP")
        for is_example, group in itertools.groupby(block.split("\n"), lambda line: line.startswith("  ")):
            if is_example:
                lines += [".nf", ".RS 2", escaped("\n".join(line[2:] for line in group)), ".RE", ".fi"]
            else:
                lines.append(escaped("\n".join(group)))
    return lines


def visible(parts):
    """Returns the commands or arguments that the help shows."""
    return [part for part in parts if part.get("shouldDisplay", True) and part.get("commandName") != "help"]


def options(command):
    lines = []
    for argument in visible(command.get("arguments", [])):
        if argument["kind"] == "positional":
            name = f"\\fI{escaped(argument['valueName'])}\\fR"
        else:
            name = flag(argument)
        lines += [".TP", name, escaped(argument.get("abstract", ""))]
        if argument.get("discussion"):
            lines += [".br", escaped(argument["discussion"])]
    return lines


def table(heading, rows, font):
    """Returns the lines of a section with a name and a text per row. Without rows, the section is omitted."""
    lines = [f".SH {heading}"] if rows else []
    for name, text in rows:
        lines += [".TP", f"\\f{font}{escaped(name)}\\fR", escaped(text)]
    return lines


def name_of(words):
    return "-".join(["midirec", *words])


def page(program, command, words, version, date, related):
    """Returns the man page of a command."""
    name = name_of(words)
    lines = [
        f'.TH {escaped(name.upper())} 1 "{date}" "midirec {version}" "User Commands"', ".SH NAME",
        f"{escaped(name)} \\- {escaped(command['abstract'])}", ".SH SYNOPSIS", ".nh",
        escaped(synopsis(program, words)), ".hy", ".SH DESCRIPTION"]
    lines += paragraphs(command.get("discussion") or command["abstract"] + ".")
    entries = options(command)
    if entries:
        lines += [".SH OPTIONS", *entries]
    children = visible(command.get("subcommands", []))
    lines += table("COMMANDS", [(child["commandName"], child["abstract"]) for child in children], "B")
    if not words:
        lines += table("ENVIRONMENT", ENVIRONMENT, "B") + table("FILES", FILES, "I")
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{escaped(other)}\\fR(1)" for other in related if other != name)]
    return "\n".join(lines) + "\n"


def commands(command, words):
    """Returns each command and the words that name it."""
    found = [(command, words)]
    for child in visible(command.get("subcommands", [])):
        found += commands(child, [*words, child["commandName"]])
    return found


def related_names(words, everything):
    """Returns the names of the pages on a command's parent, siblings, and subcommands."""
    if not words:
        return [name_of(other) for other in everything if len(other) == 1]
    found = {name_of([]), name_of(words[:-1])}
    for other in everything[1:]:
        if other[:-1] == words or len(words) > 1 and other[:-1] == words[:-1]:
            found.add(name_of(other))
    if len(found) == 1:
        found.add(name_of(["test"] if words != ["test"] else ["new"]))
    return sorted(found)


def main(program, folder, date):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    dump = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
    found = commands(json.loads(dump)["command"], [])
    everything = [words for _, words in found]
    for command, words in found:
        text = page(program, command, words, version, date, related_names(words, everything))
        (folder / f"{name_of(words)}.1").write_text(text)


main(*sys.argv[1:])
