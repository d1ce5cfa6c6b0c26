import Loop
import Probing

EventLoop.install()
probe(sockets + links + faults + accounts + outsiders + moves + measures)
