"""Runs a program in a terminal of its own: in-terminal.py ANSWER PROGRAM [ARGUMENT ...]

Types ANSWER when the program asks `[y/N]`, after running the shell command in $BEFORE_ANSWER if
there is one. Prints what the terminal showed; exits as the program.
"""
import os
import pty
import select
import subprocess
import sys

answer, argv = sys.argv[1], sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(argv[0], argv)
shown = b""
asked = False
while select.select([fd], [], [], 20)[0]:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    shown += data
    if not asked and b"[y/N]" in shown:
        subprocess.run(os.environ.get("BEFORE_ANSWER", "true"), shell=True, check=True)
        os.write(fd, answer.encode() + b"\n")
        asked = True
sys.stdout.write(shown.decode("utf-8", "replace"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
