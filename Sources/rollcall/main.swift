import Harness

RollcallMain.run()
