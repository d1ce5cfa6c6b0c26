@_exported public import CallLibrary
