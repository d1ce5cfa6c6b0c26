public import Signaling

extension Call {
    /// Tells the SFU of the next join that this client can do more.
    public func enableClientCapabilities(_ capabilities: Set<ClientCapability>) {
        clientCapabilities.formUnion(capabilities)
    }

    /// Tells the SFU of the next join that this client can do less.
    public func disableClientCapabilities(_ capabilities: Set<ClientCapability>) {
        clientCapabilities.subtract(capabilities)
    }
}
