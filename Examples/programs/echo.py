"""Returns each UDP datagram to its sender: echo.py HOST PORT."""

import socket
import sys

server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind((sys.argv[1], int(sys.argv[2])))
while True:
    datagram, sender = server.recvfrom(65536)
    server.sendto(datagram, sender)
