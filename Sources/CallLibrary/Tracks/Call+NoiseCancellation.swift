import CallCore
import Signaling

/// Noise cancellation. Clients have no microphone, so no filter runs. The state is sent to the SFU, as a client with a
/// microphone does.
extension Call {
    /// Enables noise cancellation for this user's microphone. Sessions that replace this one keep it enabled.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `enable-noise-cancellation`, or when the call's
    ///   settings disable it; ``NotJoinedError`` when the call is not joined.
    public func startNoiseCancellation() async throws {
        try await setNoiseCancellation(true)
    }

    /// Disables noise cancellation.
    ///
    /// - Throws: as ``startNoiseCancellation()``.
    public func stopNoiseCancellation() async throws {
        try await setNoiseCancellation(false)
    }

    private func setNoiseCancellation(_ isOn: Bool) async throws {
        guard let sfu, connection != nil else { throw NotJoinedError(cid: cid) }
        let number = nextNoiseCommand()
        try await sfu.setNoiseCancellation(isOn)
        noiseCommandEnded(number, isOn)
    }

    private func nextNoiseCommand() -> Int {
        noiseCommands.sent += 1
        return noiseCommands.sent
    }

    /// Applies the outcome of a command, unless the outcome of a later command has arrived or the call was left.
    private func noiseCommandEnded(_ number: Int, _ isOn: Bool) {
        guard connection != nil, number > noiseCommands.ended else { return }
        noiseCommands.ended = number
        updateState { $0.isNoiseCancellationOn = isOn }
    }

    /// Enables noise cancellation again at an SFU with a new session, or one that has lost the session's state.
    func repeatNoiseCancellation(on sfu: SFUClient) {
        guard state.values.isNoiseCancellationOn else { return }
        sendNoiseCancellation(sfu)
    }

    /// Enables noise cancellation at the join, where the call's settings require it.
    func beginNoiseCancellation() {
        guard state.read({ $0.settings?.audio.noiseCancellation.mode }) == .autoOn,
            state.read({ $0.currentUserHasCapability(.enableNoiseCancellation) }), let sfu
        else { return }
        sendNoiseCancellation(sfu)
    }

    private func sendNoiseCancellation(_ sfu: SFUClient) {
        let number = nextNoiseCommand()
        Task { @MainActor in
            do {
                try await sfu.setNoiseCancellation(true)
                if sfu === self.sfu { noiseCommandEnded(number, true) }
            } catch {
                client.environment.trace(.mark(name: "call.noiseCancellation.failed", details: [("error", "\(error)")]))
                if sfu === self.sfu { noiseCommandEnded(number, false) }
            }
        }
    }
}
