"""Writes a man page for midirec and each of its commands, from the program's own help.

    python3 Scripts/man_pages.py PROGRAM FOLDER DATE

DATE is the date of the release, such as 2026-11-26."""
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
        example = []
        plain = []
        lines.append(".PP")
        for line in block.split("\n"):
            if line.startswith("  "):
                if plain:
                    lines.append(escaped("\n".join(plain)))
                    plain = []
                example.append(line)
            else:
                if example:
                    lines += [".nf", ".RS 2", escaped("\n".join(entry[2:] for entry in example)), ".RE", ".fi"]
                    example = []
                plain.append(line)
        if plain:
            lines.append(escaped("\n".join(plain)))
        if example:
            lines += [".nf", ".RS 2", escaped("\n".join(entry[2:] for entry in example)), ".RE", ".fi"]
    return lines


def options(command):
    lines = []
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True):
            continue
        if argument["kind"] == "positional":
            name = f"\\fI{escaped(argument['valueName'])}\\fR"
        else:
            name = flag(argument)
        lines += [".TP", name, escaped(argument.get("abstract", ""))]
        if argument.get("discussion"):
            lines += [".br", escaped(argument["discussion"])]
    return lines


def page(program, command, words, version, date, related):
    name = "-".join(["midirec", *words])
    lines = [
        f'.TH {escaped(name.upper())} 1 "{date}" "midirec {version}" "User Commands"', ".SH NAME",
        f"{escaped(name)} \\- {escaped(command['abstract'])}", ".SH SYNOPSIS", ".nh",
        escaped(synopsis(program, words)), ".hy", ".SH DESCRIPTION"]
    lines += paragraphs(command.get("discussion") or command["abstract"] + ".")
    entries = options(command)
    if entries:
        lines += [".SH OPTIONS", *entries]
    children = [child for child in command.get("subcommands", []) if child.get("shouldDisplay", True)
                and child["commandName"] != "help"]
    if children:
        lines.append(".SH COMMANDS")
        for child in children:
            lines += [".TP", f"\\fB{escaped(child['commandName'])}\\fR", escaped(child["abstract"])]
    if not words:
        lines.append(".SH ENVIRONMENT")
        for variable, text in ENVIRONMENT:
            lines += [".TP", f"\\fB{escaped(variable)}\\fR", escaped(text)]
        lines.append(".SH FILES")
        for file, text in FILES:
            lines += [".TP", f"\\fI{escaped(file)}\\fR", escaped(text)]
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{escaped(other)}\\fR(1)" for other in related if other != name)]
    return name, "\n".join(lines) + "\n"


def commands(command, words):
    """Yields each command and the words that name it."""
    yield command, words
    for child in command.get("subcommands", []):
        if child.get("shouldDisplay", True) and child["commandName"] != "help":
            yield from commands(child, [*words, child["commandName"]])


def main(program, folder, date):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    dump = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
    everything = list(commands(json.loads(dump)["command"], []))
    for command, words in everything:
        parent = "-".join(["midirec", *words[:-1]])
        if words:
            related = sorted({"midirec", parent, *("-".join([parent, child["commandName"]]) for child, other in everything
                                                   if other[:-1] == words[:-1] and other and len(words) > 1),
                              *("-".join(["midirec", *other]) for _, other in everything
                                if other[:-1] == words and other)})
            if len(related) == 1:
                related.append("midirec-test" if words != ["test"] else "midirec-new")
        else:
            related = ["midirec-" + other[0] for _, other in everything if len(other) == 1]
        name, text = page(program, command, words, version, date, related)
        (folder / f"{name}.1").write_text(text)


main(*sys.argv[1:])
