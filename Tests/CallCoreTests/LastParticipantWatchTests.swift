import CallCore
import Covering
import Signaling
import Testing

/// When a user counts as left alone; each test names the cases that it shows.
@Suite struct LastParticipantWatchTests {
    private static let cid = CallCid(type: "default", id: "standup")
    private static let other = CallCid(type: "default", id: "other")

    /// Goes through a call that rings, or not, and in which so many are seen one after the other.
    private func alone(
        ringing: CallCid? = cid, active: CallCid = cid, isAccepted: Bool = true, connected: [Bool] = [],
        _ counts: Int...
    ) -> [Bool] {
        var watch = LastParticipantWatch()
        _ = watch.isAlone(
            .init(ringing: ringing, active: nil, isConnected: false, participants: 0, isAccepted: false))
        return counts.enumerated().map { index, count in
            watch.isAlone(
                .init(
                    ringing: nil, active: active,
                    isConnected: connected.indices.contains(index) ? connected[index] : true, participants: count,
                    isAccepted: isAccepted))
        }
    }

    @Test(.covers("AUTO-01")) func `alone after another participant left, in a call that rang and was accepted`() {
        #expect(alone(1, 2, 1) == [false, false, true])
        #expect(alone(isAccepted: false, 1, 2, 1) == [false, false, false])
    }

    @Test(.covers("AUTO-02")) func `no other participant was ever present`() {
        #expect(alone(1, 1, 0) == [false, false, false])
    }

    @Test(.covers("AUTO-04", "AUTO-05")) func `another call rang, or none did`() {
        #expect(alone(ringing: Self.other, 1, 2, 1) == [false, false, false])
        #expect(alone(ringing: nil, 1, 2, 1) == [false, false, false])
    }

    @Test(.covers("GAP-43")) func `a list of one while the connection is being mended is not being alone`() {
        #expect(alone(connected: [true, false, true], 2, 1, 2) == [false, false, false])
        #expect(alone(connected: [true, false, true], 2, 1, 1) == [false, false, true])
    }

    @Test func `a second call does not inherit the first one's ring and people`() {
        var watch = LastParticipantWatch()
        func see(_ ringing: CallCid?, _ active: CallCid?, _ count: Int) -> Bool {
            watch.isAlone(
                .init(ringing: ringing, active: active, isConnected: true, participants: count, isAccepted: true))
        }
        _ = see(Self.cid, nil, 0)
        _ = see(nil, Self.cid, 3)
        _ = see(nil, nil, 0)
        #expect(!see(nil, Self.cid, 2) && !see(nil, Self.cid, 1))
    }

    @Test func `a ring of another call in between does not keep a user alone in its call`() {
        var watch = LastParticipantWatch()
        func see(_ ringing: CallCid?, _ active: CallCid?, _ count: Int) -> Bool {
            watch.isAlone(
                .init(ringing: ringing, active: active, isConnected: true, participants: count, isAccepted: true))
        }
        _ = see(Self.cid, nil, 0)
        _ = see(nil, Self.cid, 2)
        _ = see(Self.other, Self.cid, 2)
        #expect(see(nil, Self.cid, 1))
    }

    @Test(.covers("GAP-43")) func `the count starts again with a replaced session`() {
        var watch = LastParticipantWatch()
        func see(_ session: String, _ count: Int) -> Bool {
            watch.isAlone(
                .init(
                    ringing: nil, active: Self.cid, sessionId: session, isConnected: true, participants: count,
                    isAccepted: true))
        }
        _ = watch.isAlone(
            .init(ringing: Self.cid, active: nil, isConnected: false, participants: 0, isAccepted: false))
        #expect(!see("first", 2) && !see("second", 1))
        #expect(!see("second", 2) && see("second", 1))
    }
}
