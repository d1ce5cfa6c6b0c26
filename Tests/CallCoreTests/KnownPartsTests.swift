import CallCore
import Signaling
import Testing
import Timing

/// The known parts of a call only become newer, in whatever order responses and events arrive.
struct KnownPartsTests {
    private static let cid = CallStateValuesTests.cid
    private static let at = CallStateValuesTests.at
    private static let alice = Member { $0.user = User(id: "alice") }
    private static let bob = Member { $0.user = User(id: "bob") }
    private static let carol = Member { $0.user = User(id: "carol") }

    private func answer(
        asOf number: Int?, members: [Member] = [alice, bob], capabilities: [OwnCapability] = [.sendAudio, .sendVideo],
        _ change: (inout CallResponse) -> Void = { _ in }
    ) -> GetCallResponse {
        var call = CallStateValuesTests.call
        change(&call)
        return GetCallResponse {
            $0.call = call
            $0.members = members
            $0.ownCapabilities = capabilities
            $0.asOf = number
        }
    }

    private var accepted: CoordinatorEvent {
        var call = CallStateValuesTests.call
        call.session?.acceptedBy = ["bob": Self.at]
        return .accepted(
            .init(
                Self.cid, at: Self.at,
                AnswerPayload {
                    $0.call = call
                    $0.user = Self.bob.user
                }))
    }

    private var carolAdded: CoordinatorEvent {
        .memberAdded(
            .init(
                Self.cid, at: Self.at,
                MembersPayload {
                    $0.call = CallStateValuesTests.call
                    $0.members = [Self.carol]
                }))
    }

    private func permissions(_ capabilities: [OwnCapability]) -> CoordinatorEvent {
        .permissionsUpdated(
            .init(
                Self.cid, at: Self.at,
                PermissionsPayload {
                    $0.user = Self.alice.user
                    $0.ownCapabilities = capabilities
                }))
    }

    private var carolBlocked: CoordinatorEvent {
        .blockedUser(.init(Self.cid, at: Self.at, BlockedUserPayload { $0.user = Self.carol.user }))
    }

    @Test func `an answer that events have overtaken undoes none of them`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 3))
        for (number, event) in [accepted, carolAdded, permissions([.sendVideo]), carolBlocked].enumerated() {
            values.apply(event, number: 4 + number, for: "alice")
        }
        let known = values
        values.update(from: answer(asOf: 3))
        #expect(values.members.map(\.userId) == known.members.map(\.userId))
        #expect(values.blockedUserIds == ["carol"] && values.ownCapabilities == [.sendVideo])
        #expect(values.callSettings == known.callSettings)
    }

    @Test func `events that overtake the first answer are applied over it`() {
        var values = CallStateValues(callCid: Self.cid)
        values.apply(carolAdded, number: 8, for: "alice")
        values.apply(permissions([.sendVideo]), number: 9, for: "alice")
        values.update(from: answer(asOf: 7))
        #expect(values.members.map(\.userId) == ["alice", "bob", "carol"])
        #expect(values.ownCapabilities == [.sendVideo])
    }

    @Test func `an answer as of an earlier event changes nothing that a later answer described`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 9) { $0.team = "new" })
        values.update(from: answer(asOf: 8, members: [Self.alice], capabilities: []) { $0.team = "old" })
        #expect(values.team == "new" && values.members.count == 2 && values.ownCapabilities.count == 2)
    }

    @Test func `an answer about the call alone leaves members and capabilities to an earlier one`() {
        var values = CallStateValues(callCid: Self.cid)
        var call = CallStateValuesTests.call
        call.team = "new"
        let change = CallChangeResponse {
            $0.call = call
            $0.asOf = 9
        }
        values.update(from: change)
        values.update(from: answer(asOf: 8) { $0.team = "old" })
        #expect(values.team == "new" && values.members.count == 2 && values.ownCapabilities.count == 2)
    }

    @Test func `an event that an answer includes already changes nothing`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 5))
        values.apply(carolBlocked, number: 4, for: "alice")
        #expect(values.blockedUserIds.isEmpty)
        values.apply(carolBlocked, number: 6, for: "alice")
        #expect(values.blockedUserIds == ["carol"])
    }

    @Test func `a capability that only the late answer lacks switches nothing off`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1, capabilities: []))
        values.apply(permissions([.sendAudio, .sendVideo]), number: 2, for: "alice")
        values.callSettings = CallSettings()
        values.update(from: answer(asOf: 1, capabilities: []))
        #expect(values.callSettings.audioOn && values.ownCapabilities == [.sendAudio, .sendVideo])
    }

    @Test func `an answer that is older than all kept events leaves a known call alone`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 0))
        for number in 1...100 { values.apply(number == 1 ? carolAdded : accepted, number: number, for: "alice") }
        values.update(from: answer(asOf: 0))
        #expect(values.members.map(\.userId) == ["alice", "bob", "carol"])
    }

    @Test func `the numbers of a new stream restart`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 50))
        values.forgetEventNumbers()
        values.apply(carolAdded, number: 2, for: "alice")
        #expect(values.members.map(\.userId) == ["alice", "bob", "carol"])
    }

    @Test(arguments: [
        [OwnCapability.enableNoiseCancellation, .sendAudio], [.enableNoiseCancellation], [.sendAudio], [],
    ])
    func `a late answer switches off the media that its capabilities and later events forbid, and no others`(
        _ capabilities: [OwnCapability]
    ) {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1, capabilities: [.enableNoiseCancellation, .sendAudio]))
        values.apply(carolAdded, number: 2, for: "alice")
        values.callSettings = CallSettings(videoOn: false)
        values.isNoiseCancellationOn = true
        values.update(from: answer(asOf: 1, capabilities: capabilities))
        #expect(values.callSettings.audioOn == capabilities.contains(.sendAudio))
        #expect(values.isNoiseCancellationOn == capabilities.contains(.enableNoiseCancellation))
    }

    @Test func `a capability that a later event grants again keeps noise cancellation on`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1, capabilities: []))
        values.apply(permissions([.enableNoiseCancellation]), number: 2, for: "alice")
        values.isNoiseCancellationOn = true
        values.update(from: answer(asOf: 1, capabilities: []))
        #expect(values.isNoiseCancellationOn && values.ownCapabilities == [.enableNoiseCancellation])
    }
}
