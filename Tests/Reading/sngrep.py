"""Shows the list of calls that sngrep shows of a capture: a line with method, callers, callees and messages for each."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

import pyte

ROWS, COLUMNS = 60, 200
ROW = re.compile(r"\s*\[ \] (\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\d+)\s")


def shown(file):
    """The screen once it has not changed for a second, for at most 20 s."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    process, terminal = pty.fork()
    if process == 0:
        os.environ |= {"TERM": "xterm", "LANG": "C.UTF-8"}
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execvp("sngrep", ["sngrep", "-I", file])
    try:
        watch(screen, stream, terminal)
    finally:
        os.kill(process, signal.SIGKILL)  # It catches the other signals, and goes on without a terminal.
        os.waitpid(process, 0)
    return screen.display


def watch(screen, stream, terminal):
    last = None
    for _ in range(20):
        end = time.monotonic() + 1  # It draws for ever.
        while (rest := end - time.monotonic()) > 0 and select.select([terminal], [], [], rest)[0]:
            try:
                stream.feed(os.read(terminal, 65536))
            except OSError:
                return
        rows = [line for line in screen.display if ROW.match(line)]
        if rows and rows == last:
            return
        last = rows


for line in shown(sys.argv[1]):
    if found := ROW.match(line):
        print(found[2], found[3].split("@")[0], found[4].split("@")[0], found[5])
