import CallCore
import Signaling

/// Noise cancellation: the SFU is told for which stays it is on, since it is counted there; what takes the noise out has
/// no place without a microphone.
extension Call {
    /// Takes noise out of what this user's microphone hears; each stay that takes the place of this one goes on with it.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `enable-noise-cancellation`, or when the call's
    ///   settings disable it; ``NotJoinedError`` when the call is not joined.
    public func startNoiseCancellation() async throws {
        try await setNoiseCancellation(true)
    }

    /// Takes it out no more.
    ///
    /// - Throws: as ``startNoiseCancellation()``.
    public func stopNoiseCancellation() async throws {
        try await setNoiseCancellation(false)
    }

    private func setNoiseCancellation(_ isOn: Bool) async throws {
        guard let sfu, connection != nil else { throw NotJoinedError(cid: cid) }
        try await sfu.setNoiseCancellation(isOn)
        updateState { $0.isNoiseCancellationOn = isOn }
    }

    /// The SFU of a new stay, or one that has forgotten this stay, does not know yet that noise is taken out.
    func repeatNoiseCancellation(on sfu: SFUClient) {
        guard state.values.isNoiseCancellationOn else { return }
        tellNoiseCancellation(sfu)
    }

    /// Where the call's settings say so, noise is taken out from the join on.
    func beginNoiseCancellation() {
        guard state.answer({ $0.settings?.audio.noiseCancellation.mode }) == .autoOn,
            state.answer({ $0.currentUserHasCapability(.enableNoiseCancellation) }), let sfu
        else { return }
        tellNoiseCancellation(sfu)
    }

    private func tellNoiseCancellation(_ sfu: SFUClient) {
        Task { @MainActor in
            do {
                try await sfu.setNoiseCancellation(true)
                if sfu === self.sfu { updateState { $0.isNoiseCancellationOn = true } }
            } catch {
                client.environment.trace(.mark(name: "call.noiseCancellation.failed", details: [("error", "\(error)")]))
                if sfu === self.sfu { updateState { $0.isNoiseCancellationOn = false } }
            }
        }
    }
}
