import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that results satisfy their query.
@Suite struct QueryWatchTests {
    private static func member(_ id: String, _ seat: Int64?) -> CBOR {
        SampleBody.member(id, seat.map { ["custom": ["seat": .integer($0)]] } ?? [:])
    }

    /// Returns the violation of a page of members, given by their seats, that answers a query.
    private static func violation(
        _ terms: CBOR.Map, _ members: [(String, Int64?)], _ fields: CBOR.Map = [:], _ pages: Int = 1
    ) -> String? {
        var wire = WireConversation("alice")
        ask(&wire, terms, members, fields)
        return wire.violation
    }

    private static func ask(
        _ wire: inout WireConversation, _ terms: CBOR.Map, _ members: [(String, Int64?)], _ fields: CBOR.Map = [:]
    ) {
        var request = terms
        (request["type"], request["id"]) = ("default", "x")
        var page = fields
        if !members.isEmpty { page["members"] = .array(members.map { member($0.0, $0.1) }) }
        wire.exchange("alice", .post, "call/members", .map(request), code: 0x45, .map(page))
    }

    // MARK: Filters

    @Test(arguments: [
        (CBOR.map([("custom.seat", ["$gt": 3])]), false), (["custom.seat": ["$gte": 3]], true),
        (["custom.seat": ["$lt": 3]], false), (["custom.seat": ["$lte": 3]], true), (["custom.seat": 3], true),
        (["custom.seat": 4], false), (["custom.seat": .null], false), (["custom.seat": ["$ne": 3]], false),
        (["custom.seat": ["$in": [2, 3]]], true), (["custom.seat": ["$in": [2, 4]]], false),
        (["custom.seat": ["$exists": false]], false), (["custom.row": ["$exists": false]], true),
        (["user_id": ["$contains": "o"]], true), (["user_id": ["$contains": "x"]], false),
        (["role": "call_member"], true), (["role": "host"], false),
        (["$or": [["custom.seat": 4], ["user_id": "bob"]]], true),
        (["$or": [["custom.seat": 4], ["user_id": "carol"]]], false),
        (["$and": [["custom.seat": 3], ["user_id": "carol"]]], false),
        (["custom.seat": 3, "user_id": "carol"], false), (["custom.seat": ["$gt": "a"]], false),
    ])
    func `an item satisfies the filter`(filter: CBOR, isRight: Bool) {
        let found = Self.violation(["filter": filter], [("bob", 3)])
        #expect((found == nil) == isRight)
    }

    @Test func `a call shows what a filter compares`() {
        let fields = QueryFields(of: .queryCalls)
        let call = SampleBody.call([
            "team": "red", "updated_at": 7, "session": ["id": "s", "started_at": 1], "blocked_user_ids": ["bob"],
        ])
        let state: CBOR.Map = ["call": call, "members": [SampleBody.member("alice")]]
        let values: [(String, CBOR?)] = [
            ("id", "x"), ("type", "default"), ("cid", "default:x"), ("team", "red"), ("created_by_user_id", "alice"),
            ("updated_at", 7), ("starts_at", nil), ("ended_at", nil), ("backstage", false), ("ongoing", true),
            ("members", ["alice"]), ("blocked_user_ids", ["bob"]), ("custom.a", nil),
        ]
        for (name, value) in values { #expect(fields?.value(of: name, in: state) == value) }
    }

    // MARK: Order and pages

    @Test(arguments: [
        ("custom.seat", 1, ["dave", "bob", "carol"], true), ("custom.seat", -1, ["carol", "bob", "dave"], true),
        ("custom.seat", 1, ["bob", "carol", "dave"], false), ("custom.seat", -1, ["dave", "carol", "bob"], false),
        ("user_id", 1, ["bob", "carol", "dave"], true), ("user_id", 1, ["carol", "bob", "dave"], false),
        ("role", 1, ["bob", "carol", "dave"], true), ("role", 1, ["carol", "bob", "dave"], false),
    ])
    func `items are in the order of the sort, and otherwise of their keys`(
        field: String, direction: Int64, order: [String], isRight: Bool
    ) {
        let seats: [String: Int64] = ["bob": 1, "carol": 2]
        let sort: CBOR = [["field": .text(field), "direction": .integer(direction)]]
        let found = Self.violation(["sort": sort], order.map { ($0, seats[$0]) })
        #expect((found == nil) == isRight)
    }

    @Test func `a page has no more items than requested, and is full before another one`() {
        let two: [(String, Int64?)] = [("bob", 1), ("carol", 2)]
        #expect(Self.violation(["limit": 2], two) == nil)
        #expect(Self.violation(["limit": 1], two) == "its page has 2 items, and 1 were requested")
        #expect(Self.violation(["limit": 2], two, ["next": "n"]) == nil)
        #expect(Self.violation(["limit": 3], two, ["next": "n"]) != nil)
    }

    @Test(arguments: [("dave", true), ("carol", false), ("bob", false)])
    func `a page begins after the page before`(first: String, isRight: Bool) {
        var wire = WireConversation("alice")
        Self.ask(&wire, ["limit": 2], [("bob", 1), ("carol", 2)], ["next": "n"])
        Self.ask(&wire, ["limit": 2, "next": "n"], [(first, 3)])
        #expect((wire.violation == nil) == isRight)
    }

    @Test(arguments: [("alice", true), ("bob", false), ("carol", false)])
    func `a page ends before the page after`(last: String, isRight: Bool) {
        var wire = WireConversation("alice")
        Self.ask(&wire, ["limit": 1, "next": "m"], [("bob", 1)], ["prev": "p"])
        Self.ask(&wire, ["limit": 1, "prev": "p"], [(last, 3)])
        #expect((wire.violation == nil) == isRight)
    }

    // MARK: Completeness

    @Test(arguments: [(["default:x"], 1, true), ([], 1, false), ([], 2, true)])
    func `a call that was created is found`(found: [String], rank: Int64, isRight: Bool) {
        var wire = WireConversation("alice")
        let created: CBOR.Map = ["created": true, "members": [SampleBody.member("alice")]]
        wire.exchange(
            "alice", .post, "call/default/x", ["data": ["custom": ["rank": 1]]], code: 0x41,
            SampleBody.answer(["custom": ["rank": 1]], created))
        let states = found.map { _ in
            SampleBody.answer(["custom": ["rank": 1]], ["members": [SampleBody.member("alice")]])
        }
        wire.exchange(
            "alice", .post, "calls", ["filter": ["custom.rank": ["$lte": 1, "$gte": .integer(rank)]]], code: 0x45,
            states.isEmpty ? [:] : ["calls": .array(states)])
        #expect((wire.violation == nil) == isRight)
    }

    @Test(arguments: [([("bob", Int64?(3))], true), ([], false)])
    func `a member that was added is found`(found: [(String, Int64?)], isRight: Bool) {
        var wire = WireConversation("alice")
        wire.exchange(
            "alice", .post, "call/default/x/members",
            ["update_members": [["user_id": "bob", "custom": ["seat": 3]]]], ["members": [Self.member("bob", 3)]])
        Self.ask(&wire, ["filter": ["custom.seat": 3]], found)
        #expect((wire.violation == nil) == isRight)
    }

    // MARK: Terms

    @Test(arguments: [
        (CBOR.Map([("filter", ["user_id": "bob"])]), "4.00"), (["filter": ["colour": "blue"]], "2.05"),
        (["filter": ["user_id": ["$like": "b"]]], "2.05"), (["filter": ["user_id": 1]], "2.05"),
        (["filter": ["$or": ["user_id": "bob"]]], "2.05"), (["limit": 101], "2.05"), (["limit": 100], "4.00"),
        (["sort": [["field": "colour", "direction": 1]]], "2.05"),
        (["sort": [["field": "name", "direction": 2]]], "2.05"),
        (["sort": [["field": "name", "direction": -1]]], "4.00"),
    ])
    func `a query is granted when nothing is wrong with it, and otherwise refused`(terms: CBOR.Map, wrong: String) {
        for code in ["2.05", "4.00"] {
            var wire = WireConversation("alice")
            var request = terms
            (request["type"], request["id"]) = ("default", "x")
            let refusal: CBOR = ["code": 4, "message": "no"]
            wire.exchange(
                "alice", .post, "call/members", .map(request), code: code == "2.05" ? 0x45 : 0x80,
                code == "2.05" ? [:] : refusal)
            #expect((wire.violation == nil) == (code != wrong))
        }
    }

    @Test(arguments: [(CBOR.integer(1), false), (1.5, true)])
    func `a date is a whole number`(operand: CBOR, isWrong: Bool) throws {
        let fields = try #require(QueryFields(of: .queryCalls))
        let verdict = QueryTerms.verdict(on: ["filter": ["created_at": ["$gt": operand]]], fields)
        if case .wrong = verdict { #expect(isWrong) } else { #expect(!isWrong) }
    }
}
