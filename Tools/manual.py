#!/usr/bin/env python3
"""manual.py PROGRAM DATE: writes the manual page explore(1), generated from the program's help, to standard output."""

import os
import re
import subprocess
import sys


def help_of(program, *command):
    """Returns the help of the program or of a command."""
    environment = {"PATH": os.environ["PATH"], "COLUMNS": "72"}
    run = subprocess.run([program, "help", *command], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.rstrip()


def escaped(text):
    """Returns text escaped for roff: no line becomes a request, and hyphens stay hyphens."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def block(text):
    """Returns text whose line breaks are preserved."""
    return f".nf\n{escaped(text)}\n.fi"


def subcommands(text):
    """Returns the names of the commands that a help lists, except `help` itself."""
    _, _, listed = text.partition("\nSUBCOMMANDS:\n")
    return [name for name in re.findall(r"^  ([a-z-]+)(?: |$)", listed, re.M) if name != "help"]


def write_command(program, *command):
    """Writes a command's help, and that of its own commands."""
    text = help_of(program, *command)
    print(f".SS explore {' '.join(command)}\n{block(text)}")
    for name in subcommands(text):
        write_command(program, *command, name)


def main():
    program, date = sys.argv[1:]
    top = help_of(program)
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    overview = re.search(r"^OVERVIEW: (.*?)^USAGE:", top, re.M | re.S).group(1).strip().split("\n\n", 1)
    print(f'.TH EXPLORE 1 "{date}" "explore {version}" "User Commands"')
    print(".SH NAME\nexplore \\- annotated documents on the web")
    print(".SH SYNOPSIS\n.B explore\n.I command\n.RI [ options ]")
    print(f".SH DESCRIPTION\n{escaped(' '.join(overview[0].split()))}")
    for paragraph in overview[1:]:
        print(f".PP\n{escaped(' '.join(paragraph.split()))}")
    print(".SH COMMANDS")
    for name in subcommands(top):
        write_command(program, name)
    print(".SH FILES")
    print(".TP\n.I /etc/explore/explore.toml\nSettings of the service, see")
    print(".IR /usr/share/doc/explore/configuration.md .")
    print(".TP\n.I /var/lib/explore\nThe library that the service serves.")
    print(".TP\n.I /usr/share/explore/magna\\-carta\nThe sample document.")
    print(".SH EXIT STATUS\n0 when done, 1 when the answer is no, 2 for wrong use or bad input.")


main()
