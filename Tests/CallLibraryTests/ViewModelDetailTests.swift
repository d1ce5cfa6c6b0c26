import CallCore
import Signaling
import Testing
import Timing

@testable import CallLibrary

/// View models and policies beside the calls that they show.
@MainActor
@Suite struct ViewModelDetailTests: ServedClientSuite {
    let served = ServedClient()
    private let seen = SeenTexts()

    @Test func `a view model has the participants of its call by their sessions`() {
        let model = CallViewModel(streamVideo: served.client())
        #expect(model.callParticipants.isEmpty)
        model.handle(.externalJoinBegan(Self.cid))
        model.call?.updateState {
            $0.apply(.participantJoined(Self.participant("bob", "b")), at: .virtualStart)
        }
        #expect(model.callParticipants.mapValues(\.userId) == ["b": "bob"])
    }

    @Test func `the arrival that is shown ends with its call, and so does its timer`() {
        let model = CallViewModel(streamVideo: served.client())
        model.enterLobby(callType: Self.cid.type, callId: Self.cid.id, members: [])
        let before = scheduler.pending
        model.show(ParticipantEvent(id: "b", action: .join, user: "Bob", imageURL: nil))
        #expect(model.participantEvent?.user == "Bob" && scheduler.pending == before + 1)
        model.hangUp()
        #expect(model.callingState == .idle && model.participantEvent == nil && scheduler.pending == before)
    }

    @Test func `the next call is neither minimized nor led by the own video, and the user's arrangement is kept`() {
        let model = CallViewModel(streamVideo: served.client())
        model.handle(.externalJoinBegan(Self.cid))
        model.isMinimized = true
        model.localVideoPrimary = true
        model.participantsLayout = .spotlight
        model.participantsShown = true
        model.hideUIElements = true
        model.hangUp()
        #expect(!model.isMinimized && !model.localVideoPrimary && model.call == nil)
        model.handle(.externalJoinBegan(Self.cid))
        #expect(!model.isMinimized && !model.localVideoPrimary)
        #expect(model.participantsLayout == .spotlight && model.participantsShown && model.hideUIElements)
    }

    @Test func `the members of a ring and its error are gone with the ring`() {
        let model = CallViewModel(streamVideo: served.client())
        model.startCall(callType: "default", callId: "one", members: [MemberRequest(userId: "bob")], ring: true)
        #expect(model.callingState == .outgoing && model.outgoingCallMembers.map(\.userId) == ["bob"])
        model.errorAlertShown = true
        model.hangUp()
        #expect(model.callingState == .idle && model.outgoingCallMembers.isEmpty)
        model.joinCall(callType: "default", callId: "two")
        #expect(model.outgoingCallMembers.isEmpty && !model.errorAlertShown && model.error == nil)
    }

    @Test func `a policy leaves a call, and no lobby`() async throws {
        let call = try await joined()
        let model = CallViewModel(streamVideo: call.client)
        let policy = DefaultParticipantAutoLeavePolicy()
        model.participantAutoLeavePolicy = policy
        model.enterLobby(callType: Self.cid.type, callId: "other", members: [])
        policy.onPolicyTriggered?()
        #expect(model.callingState.name == "lobby")
        model.setActiveCall(call)
        policy.onPolicyTriggered?()
        #expect(model.callingState == .idle && call.leaveError?.reason == "auto-leave")
    }

    @Test func `a call that was joined before its view model is shown with its settings`() async throws {
        let call = try await joined()
        call.updateState { values in values.switchSettings { $0.speakerOn.toggle() } }
        let model = CallViewModel(streamVideo: call.client)
        #expect(model.callSettings != call.state.values.callSettings)
        model.setActiveCall(call)
        #expect(model.callingState == .inCall && model.callSettings == call.state.values.callSettings)
        call.leave()
    }

    @Test func `a user that is alone after a reconnect leaves a call that began with a ring`() {
        let client = served.client()
        let policy = LastParticipantAutoLeavePolicy(streamVideo: client)
        policy.onPolicyTriggered = { [seen] in seen.texts.append("left") }
        client.ring(.outgoing(Self.cid, timeout: .zero))
        let call = client.call(Self.cid)
        client.setActive(call)
        let (alice, bob) = (Self.participant("alice", "a"), Self.participant("bob", "b"))
        let accepted = CallSessionResponse {
            $0.id = "1"
            $0.acceptedBy = ["bob": .virtualStart]
        }
        call.updateState {
            $0.update(from: Self.described { $0.call.session = accepted }.call)
            for participant in [alice, bob] { $0.apply(.participantJoined(participant), at: .virtualStart) }
            $0.connectionPhase = .connected
        }
        call.updateState { $0.connectionPhase = .fastReconnecting }
        call.updateState { $0.apply(.participantLeft(bob), at: .virtualStart) }
        scheduler.advance(by: .seconds(2))
        #expect(seen.texts.isEmpty)
        call.updateState { $0.connectionPhase = .connected }
        scheduler.advance(by: .seconds(1))
        #expect(seen.texts == ["left"])
    }
}
