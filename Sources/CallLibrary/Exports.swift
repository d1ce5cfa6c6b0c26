// An importer of the call library can use its vocabulary without knowing the defining rooms.
@_exported public import CallCore
@_exported public import Chance
@_exported public import Publishing
@_exported public import Signaling
@_exported public import Timing
@_exported public import Wire
