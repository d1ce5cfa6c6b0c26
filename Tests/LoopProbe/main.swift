import Loop
import Probing

EventLoop.install()
probe(tasks + clocks + timers + quiet + threads + descriptors + settling + measures)
