import CallCore
import Covering
import Signaling
import Testing
import Timing
import Wire

/// Changes of a call's state by responses and events; each test names the cases that it shows.
@Suite struct CallStateValuesTests {
    static let cid = CallCid(type: "default", id: "standup")
    static let alice = User(id: "alice")
    static let bob = User(id: "bob")
    static let carol = User(id: "carol")
    static let at = Timestamp(milliseconds: 1_000)

    static var call: CallResponse {
        var call = CallResponse(cid: cid, createdBy: alice, createdAt: at)
        call.session = CallSessionResponse { $0.id = "session" }
        return call
    }

    static func session(_ user: User, _ sessionId: String, joinedAt: Timestamp = at) -> SFUParticipant {
        SFUParticipant {
            $0.user = user
            $0.sessionId = sessionId
            $0.joinedAt = joinedAt
            $0.trackLookupPrefix = ""
            $0.roles = ["user"]
        }
    }

    static func joined(_ sessions: [SFUParticipant]) -> CallStateValues {
        var values = CallStateValues(callCid: cid)
        values.sessionId = "own"
        values.update(from: call)
        values.update(
            from: SFUJoinResponse {
                $0.callState = SFUCallState {
                    $0.participants = sessions
                    $0.participantCount = ParticipantCount { $0.total = sessions.count }
                    $0.startedAt = at
                }
                $0.fastReconnectDeadline = .seconds(10)
            }, at: at)
        return values
    }

    // MARK: Participants

    @Test(.covers("GAP-47")) func `nothing late brings back a participant that left`() {
        var values = Self.joined([Self.session(Self.alice, "own"), Self.session(Self.bob, "b")])
        values.apply(.participantLeft(Self.session(Self.bob, "b")), at: Self.at)
        values.apply(.participantUpdated(Self.session(Self.bob, "b")), at: Self.at)
        values.apply(.participantJoined(Self.session(Self.bob, "b")), at: Self.at)
        #expect(values.participants.map(\.userId) == ["alice"])
        values.apply(.participantJoined(Self.session(Self.bob, "b2")), at: Self.at)
        #expect(values.participants.map(\.userId) == ["alice", "bob"])
    }

    @Test func `a session that ended is shown again once it was joined later`() {
        var values = Self.joined([Self.session(Self.alice, "own"), Self.session(Self.bob, "b")])
        values.apply(.participantLeft(Self.session(Self.bob, "b")), at: Self.at)
        let later = Self.session(Self.bob, "b", joinedAt: Timestamp(milliseconds: 2_000))
        values.apply(.participantUpdated(later), at: Self.at)
        #expect(values.participants.map(\.userId) == ["alice"])
        values.apply(.participantJoined(later), at: Self.at)
        #expect(values.participants.map(\.userId) == ["alice", "bob"])
        values.apply(.participantLeft(later), at: Self.at)
        values.apply(.participantJoined(later), at: Self.at)
        #expect(values.participants.map(\.userId) == ["alice"])
    }

    @Test(.covers("STATE-01", "STATE-02")) func `a joining participant is added once, at the end`() {
        var values = Self.joined([Self.session(Self.alice, "own")])
        values.apply(.participantJoined(Self.session(Self.bob, "b")), at: Self.at)
        values.apply(.participantJoined(Self.session(Self.bob, "b")), at: Self.at)
        values.apply(.participantJoined(Self.session(Self.bob, "b-tablet")), at: Self.at)
        #expect(values.participants.map(\.id) == ["own", "b", "b-tablet"])
        #expect(values.participantsMap.keys.sorted() == ["b", "b-tablet", "own"])
    }

    @Test(.covers("GAP-49")) func `the local participant is nil when it is gone`() {
        var values = Self.joined([Self.session(Self.alice, "own"), Self.session(Self.bob, "b")])
        #expect(values.localParticipant?.userId == "alice")
        #expect(values.remoteParticipants.map(\.userId) == ["bob"])
        values.leaveSession()
        #expect(values.localParticipant == nil)
        #expect(values.participants.isEmpty && values.participantCount == 0 && values.sessionId.isEmpty)
    }

    @Test(.covers("SFUEV-22", "SFUEV-23"))
    func `an update replaces a participant's values, and adds one that never left`() {
        var values = Self.joined([Self.session(Self.alice, "own"), Self.session(Self.bob, "b")])
        var changed = Self.session(Self.bob, "b")
        changed.roles = ["host"]
        values.apply(.participantUpdated(changed), at: Self.at)
        values.apply(.participantUpdated(Self.session(Self.carol, "c")), at: Self.at)
        #expect(values.participants.map(\.role) == ["user", "host", "user"])
    }

    // MARK: Members

    private func members(_ event: CoordinatorEvent, after values: CallStateValues) -> [Member] {
        var values = values
        values.apply(event)
        return values.members
    }

    @Test(.covers("GAP-50")) func `a batch of new and known members leaves each member's own data alone`() {
        var values = CallStateValues(callCid: Self.cid)
        let first = [
            Member {
                $0.user = Self.alice
                $0.role = "host"
            },
            Member {
                $0.user = Self.bob
                $0.role = "user"
            },
        ]
        values.apply(
            .memberAdded(
                .init(
                    Self.cid, at: Self.at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = first
                    })))
        let second = [
            Member {
                $0.user = Self.carol
                $0.role = "guest"
            },
            Member {
                $0.user = Self.bob
                $0.role = "host"
            },
        ]
        let merged = members(
            .memberUpdated(
                .init(
                    Self.cid, at: Self.at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = second
                    })),
            after: values)
        #expect(merged.map(\.userId) == ["alice", "bob", "carol"])
        #expect(merged.map(\.role) == ["host", "host", "guest"])
    }

    @Test(.covers("CALL-08", "CALL-09", "CALL-10")) func `members are added, removed by id and replaced`() {
        var values = CallStateValues(callCid: Self.cid)
        values.apply(
            .memberAdded(
                .init(
                    Self.cid, at: Self.at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = [Member { $0.user = Self.alice }, Member { $0.user = Self.bob }]
                    })))
        values.apply(
            .memberUpdated(
                .init(
                    Self.cid, at: Self.at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = [
                            Member {
                                $0.user = Self.bob
                                $0.custom = ["seat": 4]
                            }
                        ]
                    })))
        #expect(values.members.last?.custom["seat"] == 4)
        values.apply(
            .memberRemoved(
                .init(
                    Self.cid, at: Self.at,
                    MemberIdsPayload {
                        $0.call = Self.call
                        $0.members = ["alice"]
                    })))
        #expect(values.members.map(\.userId) == ["bob"])
    }

    // MARK: Counts

    private func counts(_ byRole: [String: Int], anonymous: Int) -> CoordinatorEvent {
        .sessionParticipantCountUpdated(
            .init(
                Self.cid, at: Self.at,
                ParticipantCountPayload {
                    $0.anonymousParticipantCount = anonymous
                    $0.participantsCountByRole = byRole
                    $0.sessionId = "session"
                }))
    }

    @Test(.covers("CTRL-21", "CTRL-22", "CTRL-23")) func `before the join the coordinator's counts by role are summed`()
    {
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: Self.call)
        values.apply(counts(["user": 3, "host": 1, "anonymous": 5], anonymous: 5))
        #expect(values.participantCount == 4 && values.anonymousParticipantCount == 5)
        values.apply(counts(["user": 1], anonymous: 0))
        #expect(values.participantCount == 1 && values.anonymousParticipantCount == 0)
    }

    @Test(.covers("SFUEV-14")) func `after the join the SFU's counts hold and the coordinator's change nothing`() {
        var values = Self.joined([Self.session(Self.alice, "own")])
        values.update(
            from: ParticipantCount {
                $0.total = 7
                $0.anonymous = 2
            })
        values.apply(counts(["user": 1], anonymous: 0))
        #expect(values.participantCount == 7 && values.anonymousParticipantCount == 2)
    }

    @Test func `after the join an anonymous participant counts until it leaves or has another role`() {
        var values = Self.joined([Self.session(Self.alice, "own")])
        var bob = Self.session(Self.bob, "b")
        bob.roles = ["anonymous"]
        values.apply(.participantJoined(bob, isPinned: false), at: Self.at)
        values.apply(.participantJoined(Self.session(Self.carol, "c"), isPinned: false), at: Self.at)
        #expect(values.participantCount == 3 && values.anonymousParticipantCount == 1)
        bob.roles = ["speaker"]
        values.apply(.participantUpdated(bob), at: Self.at)
        #expect(values.anonymousParticipantCount == 0)
        bob.roles = ["anonymous"]
        values.apply(.participantUpdated(bob), at: Self.at)
        values.apply(.participantUpdated(bob), at: Self.at)
        #expect(values.anonymousParticipantCount == 1)
        values.apply(.participantLeft(bob), at: Self.at)
        values.apply(.participantLeft(bob), at: Self.at)
        #expect(values.participantCount == 2 && values.anonymousParticipantCount == 0)
    }

    // MARK: The call itself

    @Test(.covers("CALL-01")) func `answers fill the session's acceptances and rejections`() {
        var values = CallStateValues(callCid: Self.cid)
        var call = Self.call
        call.session?.acceptedBy = ["bob": Self.at]
        values.apply(
            .accepted(
                .init(
                    Self.cid, at: Self.at,
                    AnswerPayload {
                        $0.call = call
                        $0.user = Self.bob
                    })))
        call.session?.rejectedBy = ["carol": Self.at]
        values.apply(
            .rejected(
                .init(
                    Self.cid, at: Self.at,
                    AnswerPayload {
                        $0.call = call
                        $0.user = Self.carol
                    })))
        #expect(values.session?.acceptedBy == ["bob": Self.at] && values.session?.rejectedBy == ["carol": Self.at])
    }

    @Test func `an end has its date and user`() {
        var values = CallStateValues(callCid: Self.cid)
        var call = Self.call
        call.endedAt = Self.at
        values.apply(
            .ended(
                .init(
                    Self.cid, at: Self.at,
                    AnswerPayload {
                        $0.call = call
                        $0.user = Self.bob
                    })))
        #expect(values.endedAt == Self.at && values.endedBy == Self.bob)
    }

    @Test func `blocked users are kept sorted and are shown as members where they are some`() {
        var values = CallStateValues(callCid: Self.cid)
        let named = User(id: "mallory", name: "Mallory")
        values.apply(
            .memberAdded(
                .init(
                    Self.cid, at: Self.at,
                    MembersPayload {
                        $0.call = Self.call
                        $0.members = [Member { $0.user = named }]
                    })))
        for user in [named, Self.bob] {
            values.apply(.blockedUser(.init(Self.cid, at: Self.at, BlockedUserPayload { $0.user = user })))
        }
        #expect(values.blockedUserIds == ["bob", "mallory"])
        #expect(values.blockedUsers.map(\.name) == ["bob", "Mallory"])
        values.apply(.unblockedUser(.init(Self.cid, at: Self.at, UserPayload { $0.user = named })))
        #expect(values.blockedUserIds == ["bob"])
    }

    @Test(.covers("STATE-06", "STATE-07", "STATE-08", "STATE-09"))
    func `the duration counts from the session's start and ends with it`() {
        func duration(_ change: (inout CallResponse) -> Void) -> Duration {
            var values = CallStateValues(callCid: Self.cid)
            var call = Self.call
            change(&call)
            values.update(from: call)
            return values.duration(at: Timestamp(milliseconds: 61_000))
        }
        #expect(duration { _ in } == .zero)
        #expect(duration { $0.session?.startedAt = Self.at } == .seconds(60))
        #expect(duration { $0.session?.liveStartedAt = Timestamp(milliseconds: 31_000) } == .seconds(30))
        #expect(
            duration {
                $0.session?.startedAt = Self.at
                $0.endedAt = Timestamp(milliseconds: 30_000)
            } == .zero)
    }

    // MARK: Settings

    @Test(.covers("SET-01", "SET-03")) func `defaults follow the call's settings`() {
        #expect(CallSettings(audioOn: false, videoOn: true).shouldPublish)
        #expect(!CallSettings(audioOn: false, videoOn: false).shouldPublish)
        func speaker(camera: Bool, speaker: Bool, device: String) -> Bool {
            CallSettings(
                CallSettingsResponse {
                    $0.audio = AudioSettings {
                        $0.speakerDefaultOn = speaker
                        $0.defaultDevice = device
                    }
                    $0.video = VideoSettings { $0.cameraDefaultOn = camera }
                }
            ).speakerOn
        }
        #expect(speaker(camera: true, speaker: false, device: "earpiece"))
        #expect(speaker(camera: false, speaker: true, device: "earpiece"))
        #expect(speaker(camera: false, speaker: false, device: "speaker"))
        #expect(!speaker(camera: false, speaker: false, device: "earpiece"))
    }

    @Test(.covers("RTC-STATE-06", "RTC-STATE-07", "RTC-STATE-08"))
    func `a missing capability turns its medium off and no other`() {
        let settings = CallSettings()
        #expect(settings.limited(to: [.sendVideo]) == CallSettings(audioOn: false))
        #expect(settings.limited(to: [.sendAudio]) == CallSettings(videoOn: false))
        #expect(settings.limited(to: []) == CallSettings(audioOn: false, videoOn: false))
    }
}
