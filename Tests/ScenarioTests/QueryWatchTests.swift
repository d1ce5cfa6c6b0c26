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
        _ terms: CBOR.Map, _ members: [(String, Int64?)], _ fields: CBOR.Map = [:]
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

    /// Returns a filter by the seat of a member.
    private static func seat(_ comparison: String, _ operand: CBOR) -> CBOR {
        ["custom.seat": .map(CBOR.Map([(comparison, operand)]))]
    }

    private static func either(_ one: CBOR, _ other: CBOR) -> CBOR { ["$or": .array([one, other])] }
    private static func both(_ one: CBOR, _ other: CBOR) -> CBOR { ["$and": .array([one, other])] }

    private static let bob: CBOR = ["user_id": "bob"]
    private static let carol: CBOR = ["user_id": "carol"]
    private static let three: CBOR = ["custom.seat": 3]
    private static let four: CBOR = ["custom.seat": 4]

    /// The filters that bob satisfies, whose seat is 3.
    private static let satisfied: [CBOR] = [
        seat("$gte", 3), seat("$lte", 3), three, seat("$in", [2, 3]), ["custom.row": ["$exists": false]],
        ["user_id": ["$contains": "o"]], ["role": "call_member"], either(four, bob), both(three, bob),
        ["name": "bob"],
    ]

    private static let unsatisfied: [CBOR] = [
        seat("$gt", 3), seat("$lt", 3), four, ["custom.seat": .null], seat("$ne", 3), seat("$in", [2, 4]),
        seat("$exists", false), ["user_id": ["$contains": "x"]], ["role": "host"], ["name": "Bob"], either(four, carol),
        both(three, carol), ["custom.seat": 3, "user_id": "carol"], seat("$gt", "a"),
    ]

    @Test func `an item satisfies the filter`() {
        for filter in Self.satisfied { #expect(Self.violation(["filter": filter], [("bob", 3)]) == nil, "\(filter)") }
        for filter in Self.unsatisfied { #expect(Self.violation(["filter": filter], [("bob", 3)]) != nil, "\(filter)") }
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

    private static func sorted(by field: String, _ direction: Int64) -> CBOR.Map {
        let entry: CBOR = ["field": .text(field), "direction": .integer(direction)]
        return ["sort": .array([entry])]
    }

    private static let right: [CBOR.Map] = [["filter": bob], ["limit": 100], sorted(by: "name", -1)]
    private static let wrong: [CBOR.Map] = [
        ["filter": ["colour": "blue"]], ["filter": ["user_id": ["$like": "b"]]], ["filter": ["user_id": 1]],
        ["filter": ["$or": bob]], ["limit": 101], sorted(by: "colour", 1), sorted(by: "name", 2),
    ]

    /// Returns the violation of a query of members that is granted, or refused.
    private static func violation(_ terms: CBOR.Map, isGranted: Bool) -> String? {
        var wire = WireConversation("alice")
        var request = terms
        (request["type"], request["id"]) = ("default", "x")
        let refusal: CBOR = ["code": 4, "message": "no"]
        wire.exchange(
            "alice", .post, "call/members", .map(request), code: isGranted ? 0x45 : 0x80, isGranted ? [:] : refusal)
        return wire.violation
    }

    @Test func `a query is granted when nothing is wrong with it, and otherwise refused`() {
        for terms in Self.right {
            #expect(Self.violation(terms, isGranted: true) == nil, "\(terms)")
            #expect(Self.violation(terms, isGranted: false) != nil, "\(terms)")
        }
        for terms in Self.wrong {
            #expect(Self.violation(terms, isGranted: true) != nil, "\(terms)")
            #expect(Self.violation(terms, isGranted: false) == nil, "\(terms)")
        }
    }

    @Test(arguments: [(CBOR.integer(1), false), (1.5, true)])
    func `a date is a whole number`(operand: CBOR, isWrong: Bool) throws {
        let fields = try #require(QueryFields(of: .queryCalls))
        let verdict = QueryRules.verdict(on: ["filter": ["created_at": ["$gt": operand]]], fields)
        if case .wrong = verdict { #expect(isWrong) } else { #expect(!isWrong) }
    }
}
