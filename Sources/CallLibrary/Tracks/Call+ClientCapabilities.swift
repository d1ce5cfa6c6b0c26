public import Signaling

extension Call {
    /// Adds capabilities that the next join announces to the SFU.
    public func enableClientCapabilities(_ capabilities: Set<ClientCapability>) {
        clientCapabilities.formUnion(capabilities)
    }

    /// Removes capabilities that the next join announces to the SFU.
    public func disableClientCapabilities(_ capabilities: Set<ClientCapability>) {
        clientCapabilities.subtract(capabilities)
    }
}
