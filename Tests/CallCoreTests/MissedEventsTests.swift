import CallCore
import Covering
import Signaling
import Testing
import Timing

/// The events that a client derives from a call that it reads again.
struct MissedEventsTests {
    private static let me = CallStateValuesTests.alice
    private static func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    private static func call(
        session id: String = "session", accepted: [String: Timestamp] = [:], rejected: [String: Timestamp] = [:],
        missed: [String: Timestamp] = [:], present: [String] = [], endedAt: Timestamp? = nil
    ) -> CallResponse {
        var call = CallStateValuesTests.call
        call.endedAt = endedAt
        call.session = CallSessionResponse {
            $0.id = id
            $0.acceptedBy = accepted
            $0.rejectedBy = rejected
            $0.missedBy = missed
            $0.participants = present.map { name in
                SessionParticipant {
                    $0.user = User(id: name)
                    $0.userSessionId = "\(id) of \(name)"
                    $0.joinedAt = at(6)
                }
            }
        }
        return call
    }

    /// The events as `type user date`, with the session of departures and arrivals, of a client that knew one call and reads the other.
    private static func missed(from before: CallResponse?, to after: CallResponse) -> [String] {
        var known = CallStateValues(callCid: CallStateValuesTests.cid)
        if let before { known.update(from: before) }
        let read = GetCallResponse {
            $0.call = after
            $0.members = [
                Member { $0.user = User(id: "bob", name: "Bob") },
                Member { $0.user = User(id: "carol", name: "Carol") },
            ]
        }
        return MissedEvents(known, read, for: me, at: at(9)).events.map { event in
            switch event {
            case .accepted(let event): "accepted \(event.user?.name ?? "-") \(event.createdAt.milliseconds)"
            case .rejected(let event): "rejected \(event.user?.name ?? "-") \(event.createdAt.milliseconds)"
            case .missed(let event): "missed \(event.user.id) \(event.createdAt.milliseconds) \(event.members.count)"
            case .sessionParticipantJoined(let event):
                "joined \(event.participant.user.id) \(event.createdAt.milliseconds) \(event.sessionId)"
            case .sessionParticipantLeft(let event):
                "left \(event.participant.user.id) \(event.createdAt.milliseconds) \(event.sessionId)"
            case .ended(let event): "ended \(event.user?.id ?? "-") \(event.createdAt.milliseconds)"
            default: event.type
            }
        }
    }

    @Test func `answers are in the order of their dates, acceptances first, each with its user's profile`() {
        let now = Self.call(
            accepted: ["carol": Self.at(5), "bob": Self.at(7)], rejected: ["dave": Self.at(3), "erin": Self.at(2)])
        #expect(
            Self.missed(from: Self.call(), to: now)
                == ["accepted Carol 5", "accepted Bob 7", "rejected erin 2", "rejected dave 3"])
    }

    @Test func `answers with one date are in the order of their users`() {
        let now = Self.call(accepted: ["carol": Self.at(5), "bob": Self.at(5)])
        #expect(Self.missed(from: Self.call(), to: now) == ["accepted Bob 5", "accepted Carol 5"])
    }

    @Test func `a response that is older than handled events causes no event`() {
        var known = CallStateValues(callCid: CallStateValuesTests.cid)
        var read = GetCallResponse { $0.call = Self.call(present: ["bob"]) }
        read.asOf = 1
        known.update(from: read)
        let arrival = SessionParticipantPayload {
            $0.sessionId = "session"
            $0.participant.user = CallStateValuesTests.carol
            $0.participant.userSessionId = "carol"
        }
        known.apply(.sessionParticipantJoined(.init(CallStateValuesTests.cid, at: Self.at(7), arrival)), number: 2)
        let before = known
        known.update(from: read)
        #expect(known.session?.participants.map(\.user.id) == ["bob", "carol"])
        #expect(MissedEvents(before, known.updated(read), for: Self.me, at: Self.at(9)).events.isEmpty)
        #expect(MissedEvents(before, read, for: Self.me, at: Self.at(9)).events.count == 1)
    }

    @Test func `a reading shows the call as the client knows it then`() {
        var known = CallStateValues(callCid: CallStateValuesTests.cid)
        var ended = Self.call(endedAt: Self.at(4))
        ended.team = "blue"
        known.update(from: ended)
        let read = GetCallResponse {
            $0.call = Self.call()
            $0.members = [Member { $0.user = CallStateValuesTests.bob }]
        }
        let updated = known.updated(read)
        #expect(updated.call.endedAt == Self.at(4) && updated.call.team == "blue")
        #expect(updated.members.map(\.userId) == ["bob"])
        // An earlier description that comes later has no end.
        known.update(from: Self.call())
        #expect(known.updated(read).call.endedAt == Self.at(4))
        let other = Self.call(present: ["carol"])
        let unknown = CallStateValues(callCid: CallStateValuesTests.cid).updated(GetCallResponse { $0.call = other })
        #expect(unknown.call.createdBy == other.createdBy && unknown.call.session == nil)
    }

    @Test func `a known state causes no event, unless it is of another session`() {
        let known = Self.call(accepted: ["bob": Self.at(5)], rejected: ["carol": Self.at(6)])
        let more = Self.call(accepted: ["bob": Self.at(5)], rejected: ["carol": Self.at(6), "dave": Self.at(9)])
        #expect(Self.missed(from: known, to: known).isEmpty)
        #expect(Self.missed(from: known, to: more) == ["rejected dave 9"])
        let next = Self.call(session: "next", accepted: ["bob": Self.at(8)])
        #expect(Self.missed(from: known, to: next) == ["accepted Bob 8"])
        #expect(Self.missed(from: nil, to: known) == ["accepted Bob 5", "rejected Carol 6"])
    }

    @Test func `a ring was missed only by this user, and once`() {
        let missed = Self.call(missed: ["alice": Self.at(4), "bob": Self.at(4)])
        #expect(Self.missed(from: Self.call(), to: missed) == ["missed alice 4 2"])
        #expect(Self.missed(from: missed, to: missed).isEmpty)
        #expect(Self.missed(from: Self.call(), to: Self.call(missed: ["bob": Self.at(4)])).isEmpty)
    }

    @Test(.covers("LOB-01", "LOB-02"))
    func `departures come before arrivals, also those of another session, each with its session's id`() {
        let known = Self.call(present: ["bob", "carol"])
        #expect(
            Self.missed(from: known, to: Self.call(present: ["carol", "dave", "erin"]))
                == ["left bob 9 session", "joined dave 6 session", "joined erin 6 session"])
        #expect(
            Self.missed(from: known, to: Self.call(session: "next", present: ["bob"]))
                == ["left bob 9 session", "left carol 9 session", "joined bob 6 next"])
        #expect(Self.missed(from: known, to: known).isEmpty)
    }

    @Test func `an end causes one event, the last one`() {
        let ended = Self.call(rejected: ["bob": Self.at(3)], endedAt: Self.at(2))
        #expect(Self.missed(from: Self.call(), to: ended) == ["rejected Bob 3", "ended - 2"])
        #expect(Self.missed(from: ended, to: ended).isEmpty)
    }
}
