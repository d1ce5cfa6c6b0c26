import Signaling
import Testing
import Timing
import Wire

/// Bodies of updates, members, queries, devices and guests.
@Suite struct CallLifeBodyTests {
    private static let at = Timestamp(milliseconds: 42)
    private static let member = Member {
        $0.user = BodyTests.alice
        $0.role = "host"
    }

    private func comesBack<B: Body>(_ body: B) throws {
        #expect(try B(decoding: body.encoded()) == body)
    }

    @Test func `changes and their responses are read as they were written`() throws {
        try comesBack(UpdateCallRequest())
        try comesBack(
            UpdateCallRequest {
                $0.custom = [:]
                $0.settingsOverride = CallSettingsRequest {
                    $0.video = VideoSettingsRequest { $0.cameraDefaultOn = false }
                }
                $0.startsAt = Self.at
            })
        try comesBack(DeleteCallRequest { $0.hard = true })
        try comesBack(
            UpdateCallMembersRequest {
                $0.updateMembers = [
                    MemberRequest {
                        $0.userId = "bob"
                        $0.role = "host"
                    }
                ]
                $0.removeMembers = ["a"]
            })
        try comesBack(UpdateCallMembersResponse { $0.members = [Self.member] })
        try comesBack(
            SendReactionRequest {
                $0.type = "wave"
                $0.emojiCode = ":wave:"
                $0.custom = ["a": 1]
            })
        try comesBack(
            SendReactionResponse {
                $0.reaction = Reaction {
                    $0.type = "wave"
                    $0.user = BodyTests.alice
                }
            })
        try comesBack(
            CollectUserFeedbackRequest {
                $0.rating = 3
                $0.reason = "loud"
                $0.userSessionId = "s"
                $0.custom = ["a": 1]
            })
    }

    private func page<Record: QueryRecord>(_ record: Record) -> QueryPage<Record> {
        QueryPage {
            $0.records = [record]
            $0.next = "a"
            $0.prev = "b"
        }
    }

    @Test func `empty custom data is distinguished from none`() throws {
        let emptied = try UpdateCallRequest(decoding: UpdateCallRequest { $0.custom = [:] }.encoded())
        #expect(emptied.custom == CBOR.Map())
        #expect(try UpdateCallRequest(decoding: []).custom == nil)
    }

    @Test func `queries and their responses are read as they were written`() throws {
        let sort = [
            SortParam {
                $0.field = "id"
                $0.direction = -1
            },
            SortParam {
                $0.field = "cid"
                $0.direction = 1
            },
        ]
        let state = CallStateResponse {
            $0.call = BodyTests.call
            $0.members = [Self.member]
            $0.ownCapabilities = [.endCall]
        }
        try comesBack(
            QueryCallsRequest {
                $0.terms = QueryTerms {
                    $0.filter = ["id": "x"]
                    $0.sort = sort
                    $0.limit = 3
                    $0.next = "a"
                    $0.prev = "b"
                }
                $0.watch = true
            })
        try comesBack(page(state))
        try comesBack(
            QueryCallMembersRequest {
                $0.type = "default"
                $0.id = "x"
                $0.terms = QueryTerms {
                    $0.filter = ["role": "host"]
                    $0.sort = sort
                    $0.limit = 3
                }
            })
        try comesBack(page(Self.member))
        try comesBack(
            QueryCallStatsRequest {
                $0.terms = QueryTerms {
                    $0.filter = ["call_cid": "default:x"]
                    $0.sort = sort
                    $0.limit = 3
                }
            })
        let report = CallStatsReportSummary {
            $0.callCid = BodyTests.cid
            $0.callSessionId = "s"
            $0.startedAt = Self.at
            $0.endedAt = Self.at
            $0.duration = .seconds(3)
            $0.joins = 4
            $0.participants = 3
            $0.maxConcurrent = 2
            $0.reactions = 1
            $0.customEvents = 5
        }
        try comesBack(page(report))
    }

    @Test func `readings, devices, edges and guests are read as they were written`() throws {
        let session = SessionParticipant {
            $0.user = BodyTests.alice
            $0.userSessionId = "s1"
            $0.role = "host"
            $0.joinedAt = Self.at
        }
        try comesBack(
            GetParticipantsResponse {
                $0.sessionId = "s"
                $0.participants = [session]
                $0.participantsCountByRole = ["host": 1]
                $0.anonymousParticipantCount = 2
            })
        try comesBack(
            RingStateResponse {
                $0.callCid = BodyTests.cid
                $0.sessionId = "s"
                $0.isRinging = true
                $0.rungUserIds = ["bob"]
                $0.acceptedBy = ["bob": Self.at]
                $0.rejectedBy = ["carol": Self.at]
                $0.missedBy = ["dave": Self.at]
                $0.endedAt = Self.at
            })
        try comesBack(
            CreateDeviceRequest {
                $0.id = "d"
                $0.pushProvider = "apn"
                $0.pushProviderName = "mine"
                $0.voipToken = true
            })
        let device = Device {
            $0.id = "d"
            $0.pushProvider = "apn"
            $0.voip = true
            $0.userId = "alice"
            $0.createdAt = Self.at
        }
        try comesBack(ListDevicesResponse { $0.devices = [device] })
        try comesBack(
            GetEdgesResponse {
                $0.edges = [
                    EdgeResponse {
                        $0.id = "sfu-1"
                        $0.location = "loopback"
                        $0.host = "127.0.1.1"
                        $0.port = 5683
                    }
                ]
            })
        try comesBack(CreateGuestRequest { $0.user = .guest("vera", name: "Vera") })
        try comesBack(
            CreateGuestResponse {
                $0.user = .guest("vera")
                $0.accessToken = [1, 2, 3]
            })
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
