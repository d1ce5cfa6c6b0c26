import CallCore

/// Answers calls for the user from outside the application's view models, as a system's call screen does.
///
/// View models show a call that is answered here as one that is being joined, also those that are made meanwhile.
@MainActor
public final class ExternalCallAnswerer {
    /// Decides at the end of every join whether it may go on.
    public var callJoinInterceptor: (any CallJoinIntercepting)?
    /// How many calls the user has come into this way.
    public private(set) var answeredCalls = 0

    private let client: StreamVideo

    /// Makes an answerer of a client's calls.
    public init(streamVideo: StreamVideo) {
        client = streamVideo
    }

    /// Accepts the call that rings, and joins it.
    ///
    /// - Throws: as ``Call/accept()`` and ``Call/join(create:options:ring:notify:callSettings:policy:hintHighScaleLivestreamPublisher:joinInterceptor:)``.
    public func answer(callType: String, callId: String) async throws {
        let call = client.call(callType: callType, callId: callId)
        call.joinSource = .external { [weak self] in self?.answeredCalls += 1 }
        client.setExternallyJoining(call)
        do {
            try await call.accept()
            try await call.join(policy: .peerConnectionReadinessAware, joinInterceptor: callJoinInterceptor)
            client.endExternalJoin(of: call, isJoined: true)
        } catch {
            client.endExternalJoin(of: call, isJoined: false)
            throw error
        }
    }
}

extension StreamVideo {
    func setExternallyJoining(_ call: Call) {
        state.externallyJoiningCall = call
        tell(.externalJoinBegan(call.cid))
    }

    func endExternalJoin(of call: Call, isJoined: Bool) {
        guard state.externallyJoiningCall === call else { return }
        state.externallyJoiningCall = nil
        tell(.externalJoinEnded(call.cid, isJoined: isJoined))
    }
}
