import CallCore

/// Answers calls from outside the application's view models, as a system's call screen does.
///
/// View models show such a call as joining, including view models that are created during the join.
@MainActor
public final class ExternalCallAnswerer {
    /// Decides at the end of every join if it may continue.
    public var callJoinInterceptor: (any CallJoinIntercepting)?
    /// The number of calls that the user has joined through this object.
    public private(set) var answeredCalls = 0

    private let client: StreamVideo

    /// Creates an answerer for a client's calls.
    public init(streamVideo: StreamVideo) {
        client = streamVideo
    }

    /// Accepts and joins the ringing call.
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
            call.joinSource = nil
            client.endExternalJoin(of: call, isJoined: false)
            throw error
        }
    }
}

extension StreamVideo {
    func setExternallyJoining(_ call: Call) {
        state.externallyJoiningCall = call
        notify(.externalJoinBegan(call.cid))
    }

    func endExternalJoin(of call: Call, isJoined: Bool) {
        if state.externallyJoiningCall === call { state.externallyJoiningCall = nil }
        // The call may have been left since it was joined.
        notify(.externalJoinEnded(call.cid, isJoined: isJoined && call.stage == .joined))
    }
}
