"""Runs a command in a pseudo-terminal: terminal.py COLUMNS ROWS COMMAND..., with standard input as its keys and standard output as what it shows. SIGTERM reaches the command."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

columns, rows = int(sys.argv[1]), int(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execvp(sys.argv[3], sys.argv[3:])
signal.signal(signal.SIGTERM, lambda number, _: os.kill(child, number))
watched = [terminal, 0]
while True:
    for source in select.select(watched, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            data = b""
        if source == terminal and not data:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        if source == 0 and not data:
            watched.remove(0)
        else:
            os.write(terminal if source == 0 else 1, data)
