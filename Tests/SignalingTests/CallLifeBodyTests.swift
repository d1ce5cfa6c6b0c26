import Signaling
import Testing
import Timing
import Wire

/// Bodies of updates, members, queries, devices and guests.
@Suite struct CallLifeBodyTests {
    private static let at = Timestamp(milliseconds: 42)
    private static let member = Member(user: BodyTests.alice, role: "host")

    private func comesBack<B: Body>(_ body: B) throws {
        #expect(try B(decoding: body.encoded()) == body)
    }

    @Test func `changes and their answers come back as they were sent`() throws {
        try comesBack(UpdateCallRequest())
        try comesBack(
            UpdateCallRequest(
                custom: [:], settingsOverride: CallSettingsRequest(video: VideoSettingsRequest(cameraDefaultOn: false)),
                startsAt: Self.at))
        try comesBack(DeleteCallRequest(hard: true))
        try comesBack(
            UpdateCallMembersRequest(updateMembers: [MemberRequest(userId: "bob", role: "host")], removeMembers: ["a"]))
        try comesBack(UpdateCallMembersResponse(members: [Self.member]))
        try comesBack(SendReactionRequest(type: "wave", emojiCode: ":wave:", custom: ["a": 1]))
        try comesBack(SendReactionResponse(reaction: Reaction(type: "wave", user: BodyTests.alice)))
        try comesBack(CollectUserFeedbackRequest(rating: 3, reason: "loud", userSessionId: "s", custom: ["a": 1]))
    }

    @Test func `custom data that is empty is told from none at all`() throws {
        let emptied = try UpdateCallRequest(decoding: UpdateCallRequest(custom: [:]).encoded())
        #expect(emptied.custom == CBOR.Map())
        #expect(try UpdateCallRequest(decoding: []).custom == nil)
    }

    @Test func `queries and their answers come back as they were sent`() throws {
        let sort = [SortParam(field: "id", direction: -1), SortParam(field: "cid", direction: 1)]
        let state = CallStateResponse(call: BodyTests.call, members: [Self.member], ownCapabilities: [.endCall])
        try comesBack(
            QueryCallsRequest(
                QueryTerms(filter: ["id": "x"], sort: sort, limit: 3, next: "a", prev: "b"), watch: true))
        try comesBack(QueryCallsResponse([state], next: "a", prev: "b"))
        try comesBack(
            QueryCallMembersRequest(
                type: "default", id: "x", QueryTerms(filter: ["role": "host"], sort: sort, limit: 3)))
        try comesBack(QueryCallMembersResponse([Self.member], next: "a", prev: "b"))
        try comesBack(QueryCallStatsRequest(QueryTerms(filter: ["call_cid": "default:x"], sort: sort, limit: 3)))
        let report = CallStatsReportSummary(
            callCid: BodyTests.cid, callSessionId: "s", startedAt: Self.at, endedAt: Self.at, duration: .seconds(3),
            stays: 4, participants: 3, maxConcurrent: 2, reactions: 1, customEvents: 5)
        try comesBack(QueryCallStatsResponse([report], next: "a", prev: "b"))
    }

    @Test func `readings, devices, edges and guests come back as they were sent`() throws {
        let stay = SessionParticipant(user: BodyTests.alice, userSessionId: "s1", role: "host", joinedAt: Self.at)
        try comesBack(
            GetParticipantsResponse(
                sessionId: "s", participants: [stay], participantsCountByRole: ["host": 1],
                anonymousParticipantCount: 2))
        try comesBack(
            RingStateResponse(
                callCid: BodyTests.cid, sessionId: "s", isRinging: true, rungUserIds: ["bob"],
                acceptedBy: ["bob": Self.at], rejectedBy: ["carol": Self.at], missedBy: ["dave": Self.at],
                endedAt: Self.at))
        try comesBack(CreateDeviceRequest(id: "d", pushProvider: "apn", pushProviderName: "mine", voipToken: true))
        let device = Device(id: "d", pushProvider: "apn", voip: true, userId: "alice", createdAt: Self.at)
        try comesBack(ListDevicesResponse(devices: [device]))
        try comesBack(
            GetEdgesResponse(edges: [EdgeResponse(id: "sfu-1", location: "loopback", host: "127.0.1.1", port: 5683)]))
        try comesBack(CreateGuestRequest(user: .guest("vera", name: "Vera")))
        try comesBack(CreateGuestResponse(user: .guest("vera"), accessToken: [1, 2, 3]))
    }

    @Test func `a number that may not be negative is named`() {
        #expect(throws: BodyError.badValue(field: "limit", problem: "must not be negative")) {
            try QueryCallsRequest(decoding: CBOR.map(["limit": -1]).encoded())
        }
        #expect(throws: BodyError.wrongType(field: "access_token", expected: "a byte string")) {
            try CreateGuestResponse(decoding: CBOR.map(["user": ["id": "a"], "access_token": "x"]).encoded())
        }
    }
}
