import Backend
import BackendCore
import CallCore
import CallLibrary
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing

extension Stage {
    /// The number of clients with compared views. The participants of a crowd are alike.
    private static let compared = 8

    /// The first value that differs between two servers, or between a client in a call and a server; nil without one.
    var differingView: String? {
        backend?.differenceOfServers ?? differingViewOfClients
    }

    private var differingViewOfClients: String? {
        cast.lazy.prefix(Self.compared).compactMap { participant in
            self.differingView(of: participant).map { "\(participant.name).\($0)" }
        }.first
    }

    private func differingView(of participant: StageParticipant) -> String? {
        differingSession(of: participant) ?? differingCall(of: participant)
    }

    /// Returns a differing value of a call that the client follows without being in it.
    private func differingCall(of participant: StageParticipant) -> String? {
        guard let backend, participant.client.state.connection == .connected else { return nil }
        let user = participant.client.state.user.id
        for call in participant.client.heldCalls
        where call !== participant.client.state.activeCall && call.stage == .idle {
            guard call.state.values.isInitialized, let membership = backend.membership(of: call.cid),
                membership.members.contains(user), !membership.blocked.contains(user),
                let read = backend.read(call.cid, by: user)
            else { continue }
            if let difference = ComparedValues.callOutside.difference(call.state.values, read) {
                return "\(call.cId).\(difference)"
            }
        }
        return nil
    }

    private func differingSession(of participant: StageParticipant) -> String? {
        guard let backend, let call = participant.client.state.activeCall, call.stage == .joined,
            call.state.values.connectionPhase == .connected
        else { return nil }
        let values = call.state.values
        if let read = backend.read(call.cid, by: participant.client.state.user.id),
            let difference = ComparedValues.call.difference(values, read)
        {
            return difference
        }
        guard let reading = backend.read(session: values.sessionId) else { return "session: held by no SFU" }
        return ComparedValues.session.difference(values, reading.call) ?? values.differingParticipant(reading.call)
            ?? ComparedValues.tracks.difference(
                TrackWishes(published: call.wantedTracks, subscriptions: values.subscriptions()), reading)
    }
}

/// A difference that may still settle.
struct UnsettledView {
    /// The number of steps that had begun or ended at the last comparison.
    var steps: Int?
    /// The difference and the instant at which it was first seen.
    var difference: (text: String, since: Instant)?

    /// The maximum duration of a difference on a perfect network, above the delay of the counts of a large call.
    static let patience = Duration.milliseconds(1500)
}

extension Stage {
    /// Returns the failure of a difference that persists in an undisturbed run.
    ///
    /// - Parameter steps: The number of steps that have begun or ended. The views are compared once for each number,
    ///   and again while they differ.
    func lastingDifference(_ steps: Int) -> ExpectationFailure? {
        guard unsettledView.difference != nil || unsettledView.steps != steps else { return nil }
        unsettledView.steps = steps
        guard isUndisturbed, let text = differingView else {
            unsettledView.difference = nil
            return nil
        }
        guard let known = unsettledView.difference, known.text == text else {
            unsettledView.difference = (text, loop.now)
            return nil
        }
        guard known.since.duration(to: loop.now) >= UnsettledView.patience else { return nil }
        return failure(ofView: text, after: UnsettledView.patience)
    }

    func failure(ofView difference: String, after duration: Duration) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(duration.written) after the last change a client shows another value than its server holds",
            expected: "what the server holds", actual: difference)
    }

    /// True when servers and network were never disturbed, or not for a long time.
    private var isUndisturbed: Bool { lastDisturbance == nil || isLongUndisturbed }
}

extension CallStateValues {
    /// Returns the first differing value of a participant.
    fileprivate func differingParticipant(_ held: SFUCallState) -> String? {
        let pinned = Set(held.pins.map(\.sessionId))
        for participant in held.participants where !participant.isRecorder {
            guard let shown = self.participant(participant.sessionId) else { continue }
            let name = "participants.\(participant.user.id)"
            if let difference = ComparedValues.participant.difference(shown, participant) {
                return "\(name).\(difference)"
            }
            guard shown.isPinnedRemotely == pinned.contains(shown.sessionId) else {
                return "\(name).isPinnedRemotely: shown \(shown.isPinnedRemotely), held \(!shown.isPinnedRemotely)"
            }
        }
        return nil
    }
}
