// A program that runs a backend uses the types of its configuration and traces, which another module defines.
@_exported public import BackendCore
