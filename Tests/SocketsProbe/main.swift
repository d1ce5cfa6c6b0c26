import Loop
import Probing

EventLoop.install()
probe(sockets + links + accounts + measures)
