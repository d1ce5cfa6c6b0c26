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

    @Test func `an ended call remains ended, and a new one with its id has not ended`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 0))
        values.apply(accepted, number: 4, for: "alice")
        values.update(from: answer(asOf: 0) { $0.endedAt = Self.at })
        #expect(values.endedAt == Self.at)
        values.update(from: answer(asOf: 5) { $0.createdAt = Self.at.advanced(by: .seconds(9)) })
        #expect(values.endedAt == nil)
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

    @Test func `an answer that is older than all kept events gives the parts that no answer gave before`() {
        var values = CallStateValues(callCid: Self.cid)
        for number in 1...100 { values.apply(number == 100 ? carolAdded : accepted, number: number, for: "alice") }
        values.update(from: answer(asOf: 1) { $0.team = "old" })
        #expect(values.members.map(\.userId) == ["alice", "bob", "carol"] && values.ownCapabilities.count == 2)
        #expect(values.team != "old" && values.isOutdated)
        values.update(from: answer(asOf: 100) { $0.team = "new" })
        #expect(values.members.count == 2 && values.team == "new" && !values.isOutdated)
    }

    @Test func `a first answer that is older than all kept events leaves the call outdated`() {
        var values = CallStateValues(callCid: Self.cid)
        for number in 1...100 { values.apply(carolBlocked, number: number, for: "alice") }
        values.update(from: answer(asOf: 1))
        #expect(values.isInitialized && values.blockedUserIds == ["carol"] && values.isOutdated)
    }

    @Test func `a limited answer forgets no member, and no later answer is older than it`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1, members: [Self.alice, Self.bob, Self.carol]))
        values.update(from: answer(asOf: 3, members: [Self.alice]), membersLimit: 1)
        #expect(values.members.count == 3)
        values.update(from: answer(asOf: 2, members: [Self.alice, Self.carol]))
        #expect(values.members.map(\.userId) == ["alice", "carol"])
        values.update(from: answer(asOf: 4, members: [Self.bob]), membersLimit: 2)
        #expect(values.members.map(\.userId) == ["bob"])
    }

    @Test func `a response without a number changes no user that an event has changed since its request`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1))
        let counts = values.changeCounts
        values.apply(carolAdded, number: 2, for: "alice")
        values.apply(carolBlocked, number: 3, for: "alice")
        values.setBlocked("carol", false, unlessChangedSince: counts)
        values.setBlocked("bob", true, unlessChangedSince: counts)
        values.removeMembers(["bob", "carol"], unlessChangedSince: counts)
        #expect(values.blockedUserIds == ["bob", "carol"] && values.members.map(\.userId) == ["alice", "carol"])
        values.merge([Member { $0.user = User(id: "carol", name: "old") }, Self.bob], unlessChangedSince: counts)
        #expect(values.members.map(\.user.name).contains("old") == false && values.members.count == 3)
    }

    @Test func `a response without a number changes nothing that another response has described since its request`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1))
        let counts = values.changeCounts
        // It includes the events 2 and 3, which arrive later and change nothing.
        values.update(from: answer(asOf: 3))
        values.setBlocked("carol", true, unlessChangedSince: counts)
        values.removeMembers(["bob"], unlessChangedSince: counts)
        values.merge([Member { $0.user = User(id: "carol") }], unlessChangedSince: counts)
        #expect(values.blockedUserIds.isEmpty && values.members.map(\.userId) == ["alice", "bob"])
    }

    @Test func `a response about the call alone leaves the members to a response without a number`() {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: answer(asOf: 1))
        let counts = values.changeCounts
        values.update(
            from: CallChangeResponse {
                $0.call = answer(asOf: 1).call
                $0.asOf = 2
            })
        values.setBlocked("carol", true, unlessChangedSince: counts)
        values.removeMembers(["bob"], unlessChangedSince: counts)
        #expect(values.blockedUserIds.isEmpty && values.members.map(\.userId) == ["alice"])
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
