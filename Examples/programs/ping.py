"""Sends a datagram every 20 ms and reports each answer: ping.py HOST PORT."""

import socket
import sys
import time

number = 0
while True:
    number += 1
    # A new socket each time has the address that the host has now.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(0.02)
        try:
            client.connect((sys.argv[1], int(sys.argv[2])))
            client.send(b"ping %d" % number)
            print(client.recv(65536).decode(), flush=True)
        except TimeoutError:
            continue
        except OSError as error:
            print(error.strerror, flush=True)
    time.sleep(0.02)
