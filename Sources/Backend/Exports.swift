// Who runs a backend needs the words of its configuration and of its traces without knowing where they are defined.
@_exported public import BackendCore
