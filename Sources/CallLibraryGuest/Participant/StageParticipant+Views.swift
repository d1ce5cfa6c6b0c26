import Backend
import BackendCore
import CallCore
import CallLibrary
import ScenarioVocabulary
import Signaling

extension StageParticipant {
    func differingView(from backend: CallBackend) -> ViewDifference? {
        moments.difference ?? differingCount ?? differingUser(backend) ?? differingSession(backend)
            ?? differingCall(backend) ?? differingViewModel(backend)
    }

    /// Returns the difference between the client's count of unknown events and those that it has reported, or between the
    /// notifications that its application received and those that it has posted.
    private var differingCount: ViewDifference? {
        let (shown, held) = (client.state.unknownEventCount, moments.unknownEvents)
        guard shown == held else { return ViewDifference("unknownEventCount", shown: shown, held: held) }
        let received = notificationCounts["callEnded"] ?? 0
        return received == moments.ends
            ? nil : ViewDifference("notifications.callEnded", shown: received, held: moments.ends)
    }

    /// Returns the difference between the view model and the call that it shows.
    private func differingViewModel(_ backend: CallBackend) -> ViewDifference? {
        if let difference = differingError { return difference }
        let shown = viewModel.call
        switch viewModel.callingState {
        case .inCall, .reconnecting:
            guard let call = client.state.activeCall, call.stage == .joined else { return nil }
            guard shown === call else { return difference(of: shown?.cId, from: call.cId) }
            let (settings, held) = (viewModel.callSettings, call.state.values.callSettings)
            guard settings == held else {
                return ViewDifference("viewModel.callSettings", shown: settings, held: held)
            }
            return difference(of: viewModel.participants, in: call)
        case .incoming(let incoming) where shown?.cid != incoming.cid:
            return difference(of: shown?.cId, from: incoming.cid.description)
        case .incoming, .outgoing: return shown.flatMap { differingRing(of: $0, backend) }
        case .idle where shown != nil: return difference(of: shown?.cId, from: nil)
        case .idle where !viewModel.outgoingCallMembers.isEmpty:
            return ViewDifference(
                "viewModel.outgoingCallMembers", shown: viewModel.outgoingCallMembers.map(\.userId), held: [])
        case .lobby(let info):
            let cid = "\(info.callType):\(info.callId)"
            return shown?.cId == cid ? difference(of: info, backend) : difference(of: shown?.cId, from: cid)
        case .idle, .joining: return nil
        }
    }

    /// Returns the difference of a ring that the view model shows, and that is over at the coordinator.
    private func differingRing(of call: Call, _ backend: CallBackend) -> ViewDifference? {
        let me = client.state.user.id
        guard client.state.connection == .connected, let read = backend.read(call.cid, by: me) else { return nil }
        let (accepted, rejected) = (read.call.session?.acceptedBy ?? [:], read.call.session?.rejectedBy ?? [:])
        let others = read.members.map(\.userId).filter { $0 != me }
        // A callee may be in the call, or have been there, when it rejects the ring.
        let isUnentered = read.call.session?.startedAt == nil
        let end: String? =
            if read.call.endedAt != nil {
                "has ended"
            } else if viewModel.callingState == .outgoing {
                isUnentered && !others.isEmpty && accepted.isEmpty && others.allSatisfy { rejected[$0] != nil }
                    ? "was rejected by all" : nil
            } else {
                accepted[me] != nil || rejected[me] != nil ? "was answered" : nil
            }
        return end.map { end in ViewDifference { "viewModel.callingState: the ring of \(call.cId) \(end)" } }
    }

    /// Returns the difference between the message for the user and the error that it is about: a refusal's message, or
    /// the text of another error.
    private var differingError: ViewDifference? {
        let message =
            if case .refused(let refusal)? = viewModel.error as? RequestError {
                refusal.message
            } else {
                viewModel.error.map { "\($0)" }
            }
        guard viewModel.toast != message || viewModel.errorAlertShown && message == nil else { return nil }
        return ViewDifference("viewModel.toast", shown: viewModel.toast ?? "none", held: message ?? "no error")
    }

    /// Returns the difference of a lobby: it lists everyone in the call, beside those that the application expects.
    private func difference(of lobby: LobbyInfo, _ backend: CallBackend) -> ViewDifference? {
        let listed = lobby.participants.map(\.id)
        guard client.state.connection == .connected, !isLobbyUnread,
            client.knownCalls.contains(where: { $0.cid == lobby.cid && $0.state.values.isInitialized }),
            backend.membership(of: lobby.cid)?.blocked.contains(client.state.user.id) == false,
            let read = backend.read(lobby.cid, by: client.state.user.id), read.ownCapabilities.contains(.readCall)
        else { return nil }
        let present = read.call.session?.participants.map(\.user.id) ?? []
        guard let missing = present.first(where: { !listed.contains($0) }) else { return nil }
        return ViewDifference { "viewModel.lobby: \(missing) is in \(lobby.cid) and is not listed" }
    }

    private func difference(of shown: String?, from held: String?) -> ViewDifference {
        ViewDifference("viewModel.call", shown: shown ?? "none", held: held ?? "none")
    }

    /// Compares the listed participants. A grid of two or three omits the own one (semantics.md 2.8).
    private func difference(of shown: [CallParticipant], in call: Call) -> ViewDifference? {
        let values = call.state.values
        let omitsOwn = viewModel.participantsLayout == .grid && (2...3).contains(values.participants.count)
        let held = values.participants.filter { !omitsOwn || $0.sessionId != values.sessionId }.map(\.sessionId)
        let listed = shown.map(\.sessionId)
        return listed == held ? nil : ViewDifference("viewModel.participants", shown: listed, held: held)
    }

    /// Returns the difference of the client's own user, which the coordinator describes when it connects.
    private func differingUser(_ backend: CallBackend) -> ViewDifference? {
        let shown = client.state.user
        guard client.state.connection == .connected, let held = backend.user(shown.id), held != shown else {
            return nil
        }
        return ViewDifference("user", shown: shown, held: held)
    }

    /// Returns a differing value of a call that the client follows without being in it.
    private func differingCall(_ backend: CallBackend) -> ViewDifference? {
        guard client.state.connection == .connected else { return nil }
        let user = client.state.user.id
        for call in client.knownCalls where call !== client.state.activeCall && call.stage == .idle {
            guard call.state.values.isInitialized, let membership = backend.membership(of: call.cid),
                membership.members.contains(user), !membership.blocked.contains(user),
                let read = backend.read(call.cid, by: user)
            else { continue }
            if let difference = ComparedValues.callOutside.difference(call.state.values, read) {
                return difference.within(call.cId)
            }
        }
        return nil
    }

    private func differingSession(_ backend: CallBackend) -> ViewDifference? {
        guard let call = client.state.activeCall, call.stage == .joined,
            call.state.values.connectionPhase == .connected
        else { return nil }
        guard call.isHeld else { return ViewDifference { "call \(call.cId): its client passes it no events" } }
        let values = call.state.values
        let user = client.state.user.id
        // A participant whose right to read was revoked, or whose connection was refused, receives the SFU's events
        // only.
        if !client.isDisconnected, backend.membership(of: call.cid)?.withoutReading.contains(user) == false,
            let read = backend.read(call.cid, by: user),
            let difference = ComparedValues.call.difference(values, read)
        {
            return difference
        }
        guard let reading = backend.read(session: values.sessionId) else {
            return ViewDifference { "session: held by no SFU" }
        }
        return ComparedValues.session.difference(values, reading.call) ?? values.differingParticipant(reading.call)
            ?? ComparedValues.tracks(withSubscriptions: !moments.hasRefusedSubscriptions).difference(
                TrackRequests(published: call.wantedTracks, subscriptions: values.subscriptions()), reading)
            ?? differingCapabilities(of: call, reading)
            ?? DerivedValues.ofParticipants.difference(values, values)
            ?? differingOrder(of: values.participants, in: call)
    }

    /// Returns the difference of what the client announces to its SFU. A command, or the code of an embedding program, may
    /// change that for the next join.
    private func differingCapabilities(of call: Call, _ reading: SessionReading) -> ViewDifference? {
        let (shown, held) = (call.announcedCapabilities, reading.capabilities.sorted())
        guard !moments.hasChosenCapabilities, registry.steps.isEmpty, registry.participants.isEmpty, shown != held
        else { return nil }
        return ViewDifference("client capabilities", shown: shown, held: held)
    }

    /// Returns the first two neighbours that the order of the call lists the other way round. The code of an embedding
    /// program may choose another order.
    private func differingOrder(of participants: [CallParticipant], in call: Call) -> ViewDifference? {
        guard registry.steps.isEmpty, registry.participants.isEmpty,
            let (first, second) = order(of: call).firstMisplaced(in: participants)
        else { return nil }
        return ViewDifference { "participants: \(first.userId) is listed before \(second.userId)" }
    }
}

extension CallStateValues {
    /// Returns the first differing value of a participant.
    fileprivate func differingParticipant(_ held: SFUCallState) -> ViewDifference? {
        let pinned = Set(held.pins.map(\.sessionId))
        for participant in held.participants where !participant.isRecorder {
            guard let shown = self.participant(participant.sessionId) else { continue }
            let difference =
                ComparedValues.participant.difference(shown, participant)
                ?? shown.differingPin(pinned.contains(shown.sessionId))
            if let difference { return difference.within("participants.\(participant.user.id)") }
        }
        return nil
    }
}

extension StreamVideo {
    /// True after a disconnect, or after a refusal that ended the attempts to connect.
    fileprivate var isDisconnected: Bool {
        if case .disconnected = state.connection { true } else { false }
    }
}

extension CallParticipant {
    /// A pin for everyone precedes a local one.
    fileprivate func differingPin(_ held: Bool) -> ViewDifference? {
        guard isPinnedRemotely == held else {
            return ViewDifference("isPinnedRemotely", shown: isPinnedRemotely, held: held)
        }
        guard held, pin?.isLocal != false else { return nil }
        return ViewDifference("pin.isLocal", shown: pin?.isLocal, held: false)
    }
}
