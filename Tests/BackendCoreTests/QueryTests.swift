import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct QueryTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob", "carol")
    }

    private mutating func create(_ user: String, _ text: String, _ data: CallData = CallData()) {
        let cid = CallCid(text) ?? TestBackend.cid
        backend.ask(user, .getOrCreate, GetOrCreateCallRequest { $0.data = data }, cid: cid)
        backend.advance(by: .seconds(1))
    }

    private mutating func found(
        _ filter: CBOR.Map, sort: [SortParam] = [], by user: String = "alice"
    ) throws -> [String] {
        let response = backend.ask(
            user, .queryCalls,
            QueryCallsRequest {
                $0.terms = QueryTerms {
                    $0.filter = filter
                    $0.sort = sort
                }
            })
        return try response.read(QueryCallsResponse.self).records.map(\.call.cid.description)
    }

    private mutating func createThree() {
        create("alice", "default:a", CallData { $0.custom = ["topic": "plans", "seats": 4] })
        create(
            "bob", "livestream:b",
            CallData {
                $0.members = [MemberRequest { $0.userId = "carol" }]
                $0.startsAt = backend.date
                $0.team = "red"
            })
        create(
            "bob", "default:c",
            CallData {
                $0.members = [MemberRequest { $0.userId = "alice" }]
                $0.custom = ["seats": 2.5]
            })
        backend.ask("bob", .markEnded, cid: CallCid(type: "default", id: "c"))
    }

    static let filters: [(filter: CBOR.Map, cids: [String])] = [
        ([:], ["default:a", "default:c", "livestream:b"]),
        (["id": "a"], ["default:a"]), (["type": ["$ne": "default"]], ["livestream:b"]),
        (["cid": ["$in": ["default:c", "default:z"]]], ["default:c"]),
        (["id": ["$gt": "a", "$lte": "b"]], ["livestream:b"]), (["team": "red"], ["livestream:b"]),
        (["team": .null], ["default:a", "default:c"]), (["team": ["$ne": .null]], ["livestream:b"]),
        (["created_by_user_id": "bob"], ["default:c", "livestream:b"]),
        (["created_at": ["$lt": .integer(Timestamp.virtualStart.milliseconds + 1)]], ["default:a"]),
        (["created_at": ["$gte": .integer(Timestamp.virtualStart.milliseconds + 1)]], ["default:c", "livestream:b"]),
        (["starts_at": ["$exists": true]], ["livestream:b"]), (["ended_at": .null], ["default:a", "livestream:b"]),
        (["backstage": true], ["livestream:b"]), (["ongoing": true], []),
        (["members": ["$contains": "carol"]], ["livestream:b"]),
        (["members": ["$in": ["alice", "carol"]]], ["default:a", "default:c", "livestream:b"]),
        (["custom.topic": ["$contains": "lan"]], ["default:a"]),
        (["custom.topic": ["$exists": false]], ["default:c", "livestream:b"]),
        (["custom.seats": ["$gt": 2]], ["default:a", "default:c"]), (["custom.seats": ["$lt": 3]], ["default:c"]),
        (["custom.seats": 4], ["default:a"]),
        (["$or": [["id": "a"], ["id": "c"]], "ended_at": .null], ["default:a"]),
        (["$and": [["type": "default"], ["$or": [["team": "red"], ["custom.seats": ["$lte": 2.5]]]]]], ["default:c"]),
    ]

    @Test(arguments: filters) mutating func `a filter finds exactly the matching calls`(
        _ row: (filter: CBOR.Map, cids: [String])
    ) throws {
        createThree()
        #expect(try found(row.filter) == row.cids)
    }

    static let wrong: [(filter: CBOR, message: String)] = [
        (["colour": "blue"], "filter.colour names no field"), (["custom.": 1], "filter.custom. names no field"),
        (["id": ["$like": "x"]], "filter.id.$like is not an operator"),
        (["id": .map([:])], "filter.id holds no operator"),
        (["id": 5], "filter.id must be a text, or null"), (["id": ["$gt": .null]], "filter.id.$gt must be a text"),
        (["created_at": "now"], "filter.created_at must be a date in milliseconds, or null"),
        (["backstage": ["$gt": true]], "filter.backstage.$gt: backstage cannot be compared by $gt"),
        (["members": "alice"], "filter.members: members cannot be compared by $eq"),
        (["id": ["$in": "a"]], "filter.id.$in must be a list whose items are each a text"),
        (["id": ["$in": ["a", 1]]], "filter.id.$in must be a list whose items are each a text"),
        (
            ["id": ["$in": .array(Array(repeating: "a", count: 101))]],
            "filter.id.$in must be a list of at most 100 items"
        ),
        (["id": ["$exists": 1]], "filter.id.$exists must be true or false"),
        (["$or": []], "filter.$or must be a list of filters"), (["$and": [1]], "filter.$and[0] must be a map"),
        (["$or": [["id": "a"], ["id": true]]], "filter.$or[1].id must be a text, or null"),
        ("all", "filter must be a map"),
    ]

    @Test(arguments: wrong) mutating func `an invalid filter is refused with the path of the error`(
        _ row: (filter: CBOR, message: String)
    ) {
        let response = backend.askRaw("alice", .client(.queryCalls), CBOR.map(["filter": row.filter]).encoded())
        #expect(response.code == .badRequest)
        #expect(response.refusal?.message == row.message)
    }

    private static let three: CBOR = [1, 2, 3]
    private static let compared: [(comparison: QueryOperator, value: CBOR?, operand: CBOR, count: Int)] = [
        (.isIn, three, [1, 2, 3, 4], 12), (.isIn, "a", [1, 2, 3, 4], 4), (.isIn, nil, [1, 2, 3, 4], 4),
        (.isIn, three, [], 3), (.isIn, [], [], 1), (.contains, three, 1, 3), (.contains, nil, "a", 1),
        (.contains, text(15), "", 1), (.contains, text(16), "", 2), (.contains, text(8), text(8), 2),
        (.contains, text(32), text(16), 4),
    ]

    private static func text(_ count: Int) -> CBOR { .text(String(repeating: "a", count: count)) }

    @Test(arguments: compared) func `the comparisons of an operator are counted by its lists and texts`(
        _ row: (comparison: QueryOperator, value: CBOR?, operand: CBOR, count: Int)
    ) {
        #expect(row.comparison.comparisons(row.value, row.operand) == row.count)
    }

    @Test func `an operator without lists and texts compares each item of a value once`() {
        for comparison in QueryOperator.allCases where comparison != .isIn && comparison != .contains {
            #expect(comparison.comparisons(Self.three, 1) == 3, "\(comparison)")
            #expect(comparison.comparisons(1, 1) == 1 && comparison.comparisons(nil, 1) == 1, "\(comparison)")
        }
    }

    @Test func `comparisons up to the limit are made, and none after one beyond it`() {
        var work = QueryWork(limit: 5)
        #expect(work.take(3) && work.take(2) && !work.isTooMuch)
        #expect(!work.take(1) && work.isTooMuch)
        #expect(!work.take(0) && work.count == 5)
    }

    @Test func `a filter matches nothing more after a comparison beyond the limit`() throws {
        var reader = FilterReader(QuerySchema<Member>.members)
        let costly: CBOR = ["user_id": ["$in": ["a", "b", "c"]]]
        let filter = try reader.read(["$or": [costly, ["user_id": "bob"]]], path: "filter")
        let bob = Member { $0.user = User(id: "bob") }
        for (limit, isFound) in [(4, true), (3, false), (2, false)] {
            var work = QueryWork(limit: limit)
            #expect(filter.matches(bob, &work) == isFound && work.isTooMuch == !isFound)
        }
    }

    @Test mutating func `an unknown field of members or statistics is refused with the known ones, in their order`() {
        backend.ask("alice", .getOrCreate)
        let members = QueryCallMembersRequest {
            ($0.type, $0.id) = ("default", "standup")
            $0.terms.filter = ["x": 1]
        }
        let response = backend.ask("alice", .queryMembers, members)
        #expect(response.refusal?.advice == "known are user_id, name, role, custom.…")
        let stats = backend.ask("alice", .queryCallStats, QueryCallStatsRequest { $0.terms.filter = ["x": 1] })
        let known = "known are call_cid, call_session_id, started_at, ended_at, participants"
        #expect(stats.refusal?.advice == known)
    }

    @Test mutating func `a page has 25 records unless the query asks for another number`() throws {
        for number in 0..<26 { create("alice", "default:c\(number)") }
        #expect(try found([:]).count == 25)
    }

    @Test mutating func `a filter has a limit in depth and in breadth`() {
        var deep: CBOR.Map = ["id": "a"]
        for _ in 0..<9 { deep = ["$and": [.map(deep)]] }
        let tooDeep = backend.ask(
            "alice", .queryCalls, QueryCallsRequest { $0.terms = QueryTerms { $0.filter = deep } })
        #expect(tooDeep.refusal?.message.hasSuffix("is nested deeper than 8 levels") ?? false)
        let many = (0..<101).map { CBOR.map(["id": .text("\($0)")]) }
        let tooMany = backend.ask(
            "alice", .queryCalls, QueryCallsRequest { $0.terms = QueryTerms { $0.filter = ["$or": .array(many)] } })
        #expect(tooMany.refusal?.message.hasSuffix("is one comparison more than 100") ?? false)
    }

    // MARK: Order and pages

    @Test mutating func `a query that sorts by more than eight fields is refused`() throws {
        createThree()
        let many = Array(repeating: SortParam(field: "type", direction: 1), count: 9)
        #expect(try found([:], sort: Array(many.dropLast())).count == 3)
        let response = backend.ask("alice", .queryCalls, QueryCallsRequest { $0.terms.sort = many })
        #expect(response.code == .badRequest)
    }

    @Test mutating func `calls are sorted by each field in turn, and by cid at last`() throws {
        createThree()
        let byType = [
            SortParam {
                $0.field = "type"
                $0.direction = -1
            },
            SortParam {
                $0.field = "created_at"
                $0.direction = -1
            },
        ]
        #expect(try found([:], sort: byType) == ["livestream:b", "default:c", "default:a"])
        let bySeats = [
            SortParam {
                $0.field = "custom.seats"
                $0.direction = 1
            }
        ]
        #expect(try found([:], sort: bySeats) == ["livestream:b", "default:c", "default:a"])
    }

    @Test mutating func `data of several kinds is sorted by kind, then by value`() throws {
        let values: [(String, CBOR)] = [
            ("a", "b"), ("b", 2), ("c", true), ("d", "a"), ("e", 1.5), ("f", false), ("A", [1]),
        ]
        for (id, value) in values {
            create("alice", "default:\(id)", CallData { $0.custom = ["x": value] })
        }
        let sorted = try found(
            [:],
            sort: [
                SortParam {
                    $0.field = "custom.x"
                    $0.direction = 1
                }
            ])
        #expect(sorted == ["f", "c", "e", "b", "d", "a", "A"].map { "default:\($0)" })
    }

    @Test mutating func `pages lead through all calls, there and back`() throws {
        for id in ["a", "b", "c", "d", "e"] { create("alice", "default:\(id)") }
        var pages: [[String]] = []
        var cursor: String?
        var back: String?
        repeat {
            let request = QueryCallsRequest {
                $0.terms = QueryTerms {
                    $0.sort = [
                        SortParam {
                            $0.field = "id"
                            $0.direction = -1
                        }
                    ]
                    $0.limit = 2
                    $0.next = cursor
                }
            }
            let page = try backend.ask("alice", .queryCalls, request).read(QueryCallsResponse.self)
            pages.append(page.records.map(\.call.cid.id))
            cursor = page.next
            back = page.prev
        } while cursor != nil
        #expect(pages == [["e", "d"], ["c", "b"], ["a"]])
        let request = QueryCallsRequest {
            $0.terms = QueryTerms {
                $0.sort = [
                    SortParam {
                        $0.field = "id"
                        $0.direction = -1
                    }
                ]
                $0.limit = 2
                $0.prev = back
            }
        }
        let page = try backend.ask("alice", .queryCalls, request).read(QueryCallsResponse.self)
        #expect(page.records.map(\.call.cid.id) == ["c", "b"])
        #expect(page.next != nil && page.prev != nil)
    }

    @Test(arguments: [1, 8]) mutating func `a page follows after the longest value, however often the sort names it`(
        _ count: Int
    ) throws {
        for id in ["a", "b"] {
            create("alice", "default:\(id)", CallData { $0.custom = ["x": .text(String(repeating: id, count: 5000))] })
        }
        let param = SortParam {
            $0.field = "custom.x"
            $0.direction = -1
        }
        var request = QueryCallsRequest {
            $0.terms = QueryTerms {
                $0.sort = Array(repeating: param, count: count)
                $0.limit = 1
            }
        }
        let first = try backend.ask("alice", .queryCalls, request).read(QueryCallsResponse.self)
        let next = try #require(first.next)
        request.terms.next = next
        let second = try backend.ask("alice", .queryCalls, request).read(QueryCallsResponse.self)
        #expect((first.records + second.records).map(\.call.cid.id) == ["b", "a"] && second.next == nil)
    }

    static let wrongPages: [(body: CBOR.Map, message: String)] = [
        (["limit": 0], "limit must lie between 1 and 100"), (["limit": 101], "limit must lie between 1 and 100"),
        (["next": "zz"], "next is not a cursor of this query"),
        (["prev": "8301"], "prev is not a cursor of this query"),
        (["next": "a", "prev": "b"], "next and prev cannot be asked for together"),
        (["sort": [["field": "members"]]], "sort[0].field names no field to sort by: members"),
        (["sort": [["field": "id", "direction": 2]]], "sort[0].direction must be 1 or -1"),
        (["sort": [["field": "id", "direction": .integer(.min)]]], "sort[0].direction must be 1 or -1"),
        (["sort": [["direction": 1]]], "sort[0].field is missing"),
    ]

    @Test(arguments: wrongPages) mutating func `a page that cannot be is refused by the field`(
        _ row: (body: CBOR.Map, message: String)
    ) {
        let response = backend.askRaw("alice", .client(.queryCalls), CBOR.map(row.body).encoded())
        #expect(response.code == .badRequest)
        #expect(response.refusal?.message == row.message)
    }

    // MARK: Watching

    @Test mutating func `a watched query delivers events of found calls, and of later matches`() {
        create("bob", "default:a")
        backend.ask(
            "alice", .queryCalls,
            QueryCallsRequest {
                $0.terms = QueryTerms { $0.filter = ["type": "default"] }
                $0.watch = true
            })
        create("bob", "default:b")
        create("bob", "livestream:c")
        backend.ask(
            "bob", .update, UpdateCallRequest { $0.custom = ["a": 1] }, cid: CallCid(type: "default", id: "a"))
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice") == ["call.created", "call.updated"])
        #expect(backend.types("carol") == [])
    }

    @Test mutating func `a query without watching follows nothing`() {
        create("bob", "default:a")
        backend.ask("alice", .queryCalls, QueryCallsRequest())
        create("bob", "default:b")
        backend.ask(
            "bob", .update, UpdateCallRequest { $0.custom = ["a": 1] }, cid: CallCid(type: "default", id: "a"))
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice") == [])
    }

    @Test mutating func `a connection follows a limited number of queries, the latest ones`() {
        for number in 0..<12 {
            backend.ask(
                "alice", .queryCalls,
                QueryCallsRequest {
                    $0.terms = QueryTerms { $0.filter = ["id": .text("c\(number)")] }
                    $0.watch = true
                })
        }
        for number in 0..<12 { create("bob", "default:c\(number)") }
        backend.advance(by: .seconds(1))
        #expect(backend.types("alice").count == 10)
        backend.ask(
            "alice", .queryCalls,
            QueryCallsRequest {
                $0.terms = QueryTerms { $0.filter = ["id": "c11"] }
                $0.watch = true
            })
        #expect(backend.coordinator.watchedQueries.count == 10)
        _ = backend.askRaw("alice", .disconnect, [])
        #expect(backend.coordinator.watchedQueries.isEmpty)
    }

    // MARK: Members

    @Test mutating func `members are found in a call that may be read`() throws {
        backend.ring("alice", "bob", "carol")
        let cid = backend.cid
        let all = QueryCallMembersRequest {
            $0.type = cid.type
            $0.id = cid.id
        }
        let response = try backend.ask("alice", .queryMembers, all).read(QueryCallMembersResponse.self)
        #expect(response.records.map(\.userId) == ["alice", "bob", "carol"])
        let hosts = QueryCallMembersRequest {
            $0.type = cid.type
            $0.id = cid.id
            $0.terms = QueryTerms { $0.filter = ["role": "host"] }
        }
        let answered = try backend.ask("bob", .queryMembers, hosts).read(QueryCallMembersResponse.self)
        #expect(answered.records.map(\.userId) == ["alice"])
        let nowhere = QueryCallMembersRequest {
            $0.type = "default"
            $0.id = "nowhere"
        }
        #expect(backend.ask("bob", .queryMembers, nowhere).code == .notFound)
        backend.ask("alice", .block, UserIdRequest { $0.userId = "bob" })
        #expect(backend.ask("bob", .queryMembers, all).code == .forbidden)
        #expect(try found([:], by: "bob") == [])
    }
}
