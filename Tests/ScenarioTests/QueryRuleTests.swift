import Testing
import Wire

@testable import ScenarioStage

/// The terms of queries, as wire.md describes them.
@Suite struct QueryRuleTests {
    /// Returns the result of a comparison of a field that has a value.
    private static func holds(_ comparison: String, _ value: CBOR?, _ operand: CBOR) -> Bool? {
        guard let fields = QueryFields(of: .queryCalls) else { return nil }
        let filter: CBOR.Map = ["custom.a": .map(CBOR.Map([(comparison, operand)]))]
        return QueryFilter(fields: fields).matches(filter) { _ in .some(value) }
    }

    @Test(
        arguments: [
            ("$eq", 1, 1, true), ("$eq", 1, 2, false), ("$eq", 1, "1", false), ("$eq", 1, 1.0, true),
            ("$eq", "a", "a", true),
            ("$eq", true, true, true), ("$eq", true, false, false), ("$eq", nil, .null, true), ("$eq", nil, 1, false),
            ("$eq", 1, .null, false),
            ("$eq", [1], 1, nil), ("$eq", [1], .null, false), ("$ne", 1, 1, false), ("$ne", 1, 2, true),
            ("$ne", nil, .null, false),
            ("$ne", [1], 1, nil), ("$exists", 1, true, true), ("$exists", 1, false, false),
            ("$exists", nil, true, false),
            ("$exists", nil, false, true), ("$exists", nil, 1, nil), ("$in", 1, [2, 1], true),
            ("$in", 1, [2, 3], false),
            ("$in", nil, [1], false), ("$in", nil, [.null], nil), ("$in", ["a", "b"], ["b"], true),
            ("$in", ["a"], ["b"], false),
            ("$in", [[1]], ["b"], nil), ("$contains", "abc", "bc", true), ("$contains", "abc", "cb", false),
            ("$contains", "abc", "", true),
            ("$contains", "abc", "abcd", false), ("$contains", nil, "a", false), ("$contains", ["a", "b"], "b", true),
            ("$contains", ["a"], "c", false), ("$contains", 1, "1", false), ("$contains", "1", 1, false),
            ("$contains", ["a": 1], "a", nil), ("$gt", 2, 1, true), ("$gt", 1, 1, false), ("$gte", 1, 1, true),
            ("$gte", 1, 2, false),
            ("$lt", 1, 2, true), ("$lt", 1, 1, false), ("$lte", 1, 1, true), ("$lte", 2, 1, false),
            ("$gt", "b", "a", true),
            ("$gt", "a", 1, false), ("$gt", nil, 1, false), ("$gt", true, 1, nil), ("$gt", 1, true, nil),
            ("$lt", 1, 1.5, true),
            ("$gt", [1], 1, nil), ("$like", 1, 1, nil),
        ] as [(String, CBOR?, CBOR, Bool?)])
    func `a comparison holds, or does not, or is open`(
        _ comparison: String, _ value: CBOR?, _ operand: CBOR, _ result: Bool?
    ) {
        #expect(Self.holds(comparison, value, operand) == result)
    }

    @Test(
        arguments: [
            ([:], true), (["id": "x"], true), (["id": "y"], false), (["id": "x", "type": "d"], true),
            (["id": "x", "type": "e"], false),
            (["id": "x", "zzz": 1], nil), (["id": "y", "zzz": 1], false), (["$and": []], true), (["$or": []], false),
            (["$and": [["id": "x"], ["type": "d"]]], true), (["$and": [["id": "x"], ["type": "e"]]], false),
            (["$and": [["id": "x"], ["zzz": 1]]], nil), (["$or": [["id": "y"], ["type": "d"]]], true),
            (["$or": [["id": "y"], ["type": "e"]]], false), (["$or": [["id": "y"], ["zzz": 1]]], nil),
            (["$or": [["id": "x"], ["zzz": 1]]], true), (["id": ["$ne": "y", "$in": ["x"]]], true),
            (["id": ["$ne": "y", "$in": ["z"]]], false), (["team": "t"], nil),
        ] as [(CBOR.Map, Bool?)])
    func `a filter is met when all of it is`(_ filter: CBOR.Map, _ result: Bool?) throws {
        let fields = try #require(QueryFields(of: .queryCalls))
        let values: [String: CBOR] = ["id": "x", "type": "d"]
        #expect(QueryFilter(fields: fields).matches(filter) { name in values[name].map { .some($0) } } == result)
    }

    @Test(
        arguments: [
            (nil, 0), (true, 1), (1, 2), (1.5, 2), ("a", 3), (.null, nil), ([1], nil), (["a": 1], nil),
        ] as [(CBOR?, Int?)])
    func `values have an order by their kind`(_ value: CBOR?, _ rank: Int?) {
        #expect(QueryOrder.rank(value) == rank)
    }

    @Test(
        arguments: [
            (1, 2, -1), (2, 1, 1), (1, 1, 0), (1, 1.5, -1), (1.5, 1, 1), (1.0, 1, 0), ("a", "b", -1), ("b", "a", 1),
            ("a", "a", 0),
            (false, true, -1), (true, false, 1), (true, true, 0), ("a", 1, nil), (true, 1, nil), (.null, .null, nil),
        ] as [(CBOR, CBOR, Int?)])
    func `values of one kind have an order`(_ one: CBOR, _ other: CBOR, _ order: Int?) {
        #expect(QueryOrder.compare(one, other) == order)
    }

    private static func member(_ id: String, _ fields: CBOR.Map = [:]) -> CBOR.Map {
        var member = fields
        member["user"] = ["id": .text(id)]
        return member
    }

    @Test(
        arguments: [
            (member("a"), member("b"), [], -1), (member("b"), member("a"), [], 1), (member("a"), member("a"), [], 0),
            (member("a", ["role": "x"]), member("b", ["role": "w"]), [["field": "role", "direction": 1]], 1),
            (member("a", ["role": "x"]), member("b", ["role": "w"]), [["field": "role", "direction": -1]], -1),
            (member("a", ["role": "x"]), member("b", ["role": "x"]), [["field": "role", "direction": -1]], -1),
            (member("a", ["custom": ["s": 1]]), member("b"), [["field": "custom.s", "direction": 1]], 1),
            (
                member("a", ["custom": ["s": 1]]), member("b", ["custom": ["s": "1"]]),
                [["field": "custom.s", "direction": 1]], -1
            ),
            (member("a", ["custom": ["s": [1]]]), member("b"), [["field": "custom.s", "direction": 1]], nil),
            (
                member("b", ["custom": ["s": 1]]), member("a", ["custom": ["s": 1]]),
                [["field": "custom.s", "direction": 1], ["field": "user_id", "direction": -1]], -1
            ),
            ([:], member("a"), [], nil),
        ] as [(CBOR.Map, CBOR.Map, [CBOR.Map], Int?)])
    func `items are in the order of their fields, then of their keys`(
        _ one: CBOR.Map, _ other: CBOR.Map, _ sort: [CBOR.Map], _ order: Int?
    ) throws {
        #expect(QueryOrder.compare(one, other, by: sort, try #require(QueryFields(of: .queryMembers))) == order)
    }

    private static let state: CBOR.Map = [
        "call": [
            "cid": "default:a:b", "team": "t", "created_by": ["id": "alice"], "created_at": 5, "starts_at": 9,
            "custom": ["k": 1],
            "session": ["started_at": 7],
        ],
        "members": [["user": ["id": "alice"]], ["user": ["id": "bob"]]],
    ]

    @Test(
        arguments: [
            ("id", "a:b"), ("type", "default"), ("cid", "default:a:b"), ("team", "t"), ("created_by_user_id", "alice"),
            ("created_at", 5),
            ("updated_at", 5), ("starts_at", 9), ("ended_at", nil), ("backstage", false), ("ongoing", true),
            ("members", ["alice", "bob"]), ("blocked_user_ids", []), ("custom.k", 1), ("custom.l", nil),
        ] as [(String, CBOR?)])
    func `a call has the values of its fields`(_ name: String, _ value: CBOR?) throws {
        #expect(try #require(QueryFields(of: .queryCalls)).value(of: name, in: Self.state) == value)
    }

    @Test(
        arguments: [
            (["call": ["updated_at": 8, "created_at": 5]], "updated_at", 8),
            (["call": ["backstage": true]], "backstage", true),
            (["call": ["session": ["started_at": 1, "ended_at": 2]]], "ongoing", false),
            (["call": [:]], "ongoing", false),
            (["call": ["blocked_user_ids": ["a"]]], "blocked_user_ids", ["a"]),
            (["call": ["ended_at": 3]], "ended_at", 3),
        ] as [(CBOR.Map, String, CBOR)])
    func `a call's fields follow its state`(_ state: CBOR.Map, _ name: String, _ value: CBOR) throws {
        #expect(try #require(QueryFields(of: .queryCalls)).value(of: name, in: state) == value)
    }

    @Test func `members and reports have fields of their own`() throws {
        let members = try #require(QueryFields(of: .queryMembers))
        #expect(
            members.value(of: "role", in: Self.member("a")) == "call_member"
                && members.value(of: "name", in: Self.member("a")) == "a")
        #expect(members.value(of: "role", in: ["role": "host"]) == "host")
        #expect(members.value(of: "name", in: ["user": ["name": "Anna"]]) == "Anna")
        #expect(members.value(of: "user_id", in: Self.member("a")) == "a")
        let reports = try #require(QueryFields(of: .queryReports))
        #expect(reports.value(of: "participants", in: ["participants": 3]) == 3)
        #expect(
            [members.list, members.key, reports.list, reports.key] == [
                "members", "user_id", "reports", "call_session_id",
            ])
        #expect(members.kind(of: "custom.") == nil && members.kind(of: "custom.a") == .custom)
        #expect(
            reports.kind(of: "custom.a") == nil && reports.kind(of: "participants") == .number
                && reports.kind(of: "id") == nil)
        #expect(QueryFields(of: .get) == nil)
    }

    private static func words(_ request: CBOR.Map) -> String {
        guard let fields = QueryFields(of: .queryCalls) else { return "" }
        return switch QueryRules.verdict(on: request, fields) {
        case .right: "right"
        case .wrong(let text): text
        case .open: "open"
        }
    }

    @Test(
        arguments: [
            ([:], "right"), (["limit": 1], "right"), (["limit": 0], "its limit is 0"), (["limit": 100], "right"),
            (["limit": 101], "its limit is 101"),
            (["next": "c"], "open"), (["prev": "c"], "open"), (["next": "c", "limit": 0], "its limit is 0"),
            (["sort": [["field": "id", "direction": 1]]], "right"),
            (["sort": [["field": "zzz", "direction": 1]]], "it cannot be sorted by zzz"),
            (["sort": [["field": "members", "direction": 1]]], "it cannot be sorted by members"),
            (["sort": [["field": "id", "direction": 0]]], "its direction is neither 1 nor -1"),
            (["sort": [["field": "id"]]], "its direction is neither 1 nor -1"),
            (["sort": .array(Array(repeating: ["field": "id", "direction": -1], count: 4))], "right"),
            (["sort": .array(Array(repeating: ["field": "id", "direction": -1], count: 5))], "open"),
            (["filter": ["zzz": 1]], "zzz names no field"), (["filter": ["id": "x"]], "right"),
            (["filter": ["id": 1]], "1 is not a value of id"),
            (["filter": ["id": .null]], "right"), (["filter": ["id": ["$ne": .null]]], "right"),
            (["filter": ["id": [:]]], "open"),
            (["filter": ["id": ["$like": "x"]]], "$like is not an operator"),
            (["filter": ["id": ["$exists": true]]], "right"),
            (["filter": ["id": ["$exists": 1]]], "$exists of id is neither true nor false"),
            (["filter": ["id": ["$in": ["x"]]]], "right"),
            (["filter": ["id": ["$in": "x"]]], "$in of id has no list"),
            (["filter": ["id": ["$in": [1]]]], "1 is not a value of id"),
            (["filter": ["id": ["$contains": "x"]]], "right"), (["filter": ["members": ["$contains": "x"]]], "right"),
            (["filter": ["created_at": ["$contains": 1]]], "open"), (["filter": ["members": "x"]], "open"),
            (["filter": ["members": ["$gt": "x"]]], "open"),
            (["filter": ["backstage": true]], "right"), (["filter": ["backstage": 1]], "1 is not a value of backstage"),
            (["filter": ["backstage": ["$gt": true]]], "open"), (["filter": ["created_at": 1]], "right"),
            (["filter": ["created_at": "x"]], "\"x\" is not a value of created_at"),
            (["filter": ["custom.a": 1.5]], "right"),
            (["filter": ["custom.a": [1]]], "[1] is not a value of custom.a"),
            (["filter": ["custom.a": ["$gt": true]]], "open"),
            (["filter": ["$and": 1]], "$and has no list"),
            (["filter": ["$or": [1]]], "$or has something other than maps"),
            (["filter": ["$or": []]], "open"), (["filter": ["$or": [["id": 1]]]], "1 is not a value of id"),
            (["filter": ["$and": [["$and": [["$and": [["$and": [["id": "x"]]]]]]]]]], "right"),
            (["filter": ["$and": [["$and": [["$and": [["$and": [["$and": [["id": "x"]]]]]]]]]]]], "open"),
            (["filter": ["id": ["$in": .array(Array(repeating: "x", count: 19))]]], "right"),
            (["filter": ["id": ["$in": .array(Array(repeating: "x", count: 20))]]], "open"),
            (["filter": ["zzz": 1, "id": 1]], "1 is not a value of id"),
        ] as [(CBOR.Map, String)])
    func `a query is right, wrong or open`(_ request: CBOR.Map, _ verdict: String) {
        #expect(Self.words(request) == verdict)
    }
}
