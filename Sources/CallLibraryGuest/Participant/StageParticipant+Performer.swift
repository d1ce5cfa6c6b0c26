import CallLibrary
import Journal
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing
import Wire

extension StageParticipant: Performer {
    func connect() async throws { try await client.connect() }

    func perform(_ command: Command) async throws {
        if command.spec.name.hasSuffix("ClientCapabilities") { moments.hasChosenCapabilities = true }
        try await registry.perform(command, by: self)
    }

    func hangUp() { viewModel.hangUp(reason: "the run is over") }

    func leave() async {
        // A client that never connected throws, and has nothing to end.
        try? await client.disconnect()
    }

    var canCrash: Bool { true }

    var sessionId: String? { lastSessionId }

    var snapshot: Verdict.ParticipantSnapshot {
        var details: [JournalAttribute] = []
        if let call {
            details.append(.init("call", .text(call.cId)))
            details.append(.init("stage", .text(call.stage.rawValue)))
            details.append(.init("roster", .list(call.state.values.participants.map { .text($0.userId) })))
        }
        if let error = viewModel.error { details.append(.init("error", .text("\(error)"))) }
        return Verdict.ParticipantSnapshot(
            participant: name, callingState: viewModel.callingState.name, since: callingStateSince, details: details)
    }

    func staleProperty(isLast: Bool) -> StaleProperty? {
        guard isLast || hasActed else { return nil }
        hasActed = false
        return observer.staleProperty(viewModel: viewModel, call: call)
    }

    var showsRoster: Bool { true }

    var roster: RosterView? {
        guard let call = client.state.activeCall, call.stage == .joined else { return nil }
        let values = call.state.values
        return RosterView(
            cid: call.cId, sessionId: values.sessionId, phase: values.connectionPhase.rawValue,
            isConnected: values.connectionPhase == .connected,
            shown: values.participants.map { ($0.userId, $0.sessionId) })
    }

    // MARK: Leftovers

    /// The client's pending operations, and the calls that are retained although they were left.
    func leftovers() -> [String] {
        forgetCall()
        let left = client.leftovers + client.messageLeftovers
        guard !interceptorHangs else { return left.map { "\(name): \($0)" } }
        let held = seenCalls.compactMap(\.call).filter { $0.stage != .idle || !$0.isHeld }
            .map { "the call \($0.cId), which something holds" }
        return (left + held).map { "\(name): \($0)" }
    }

    var isAtRest: Bool { client.leftovers.isEmpty }

    var ownObjects: [(name: String, object: AnyObject)] { [(name, self), ("the client of \(name)", client)] }

    // MARK: Media

    var mediaTarget: MediaTarget? {
        guard let call, let sfu = call.mediaServer else { return nil }
        return MediaTarget(
            media: sfu.media, signaling: sfu.signaling, sessionId: call.state.values.sessionId, user: call.mediaUser,
            audioSource: call.mediaSource(of: .audio))
    }

    var trackRows: [[JournalAttribute]] {
        guard let call, call.mediaPath != nil else { return [] }
        return call.state.values.participants.flatMap { other in
            let shown = call.withTracks(other)
            return [shown.audioTrack, shown.track, shown.screenshareTrack].compactMap(\.self).map { row($0, of: other) }
        }
    }

    private func row(_ track: MediaTrack, of other: CallParticipant) -> [JournalAttribute] {
        [
            .init("of", .text(other.userId)), .init("type", .text(track.type.name)),
            .init("at", .text("\(address.host)")), .init("ssrc", .integer(Int64(track.ssrc))),
            .init("state", .text(track.state.rawValue)), .init("received", .integer(track.packetsReceived)),
            .init("lost", .integer(track.packetsLost)), .init("late", .integer(track.packetsLate)),
            .init("duplicates", .integer(track.packetsDuplicated)), .init("sent", .integer(track.packetsSent)),
            .init("jitter", Self.milliseconds(track.jitter)),
            .init("meanJitter", Self.milliseconds(track.meanJitter)),
            .init("maxJitter", Self.milliseconds(track.greatestJitter)),
        ]
    }

    private static func milliseconds(_ duration: Duration) -> JournalValue {
        .number(Double(duration.nanoseconds) / 1_000_000)
    }
}
