// Who imports the call library needs its vocabulary without knowing in which room a word is defined.
@_exported public import CallCore
@_exported public import Chance
@_exported public import Publishing
@_exported public import Signaling
@_exported public import Timing
@_exported public import Wire
