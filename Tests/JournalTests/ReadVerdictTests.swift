import Testing
import Timing

@testable import Journal

/// Verdicts and JSON that other processes wrote.
@Suite struct ReadVerdictTests {
    private static let least = #"{"id":"a","name":"n","file":"f","seed":1,"verdict":"failed""#

    private func parse(_ text: String) throws(JSONError) -> JSON { try JSON(parsing: Array(text.utf8)) }
    private func verdict(_ rest: String) throws -> Verdict? { Verdict(try parse(Self.least + rest + "}")) }

    @Test func `a verdict has the values of its document where it lacks them`() throws {
        let verdict = try #require(try verdict(""))
        #expect(verdict == Verdict(.failed, id: "a", name: "n", file: "f", seed: 1))
        #expect(verdict.runs == 1 && !verdict.isRealTime && verdict.virtualSeconds == 0 && verdict.wallSeconds == 0)
        #expect(verdict.datagramsSent == 0 && verdict.datagramsCaptured == 0 && verdict.capture == "off")
        #expect(verdict.line == nil && verdict.payloadDigest == nil && verdict.failure == nil)
        #expect(verdict.covers.isEmpty && verdict.notes.isEmpty)
    }

    @Test func `every fact of a failure is written in its order, and read again`() throws {
        var failure = Verdict.Failure("r")
        (failure.step, failure.file, failure.line, failure.column) = (1, "g", 2, 3)
        (failure.frame, failure.expected, failure.actual, failure.replay) = ("x", "e", "b", "p")
        (failure.findings, failure.faults, failure.troubles) = (["f1"], ["f2"], ["t"])
        (failure.differences, failure.candidates) = (["d"], ["c"])
        (failure.datagrams, failure.lastEntries, failure.output) = (["#1"], ["{}"], ["o"])
        failure.participants = [
            .init(
                participant: "bob", callingState: "idle", since: Instant(nanoseconds: 1),
                details: [.init("n", 1), .init("h", 0.5), .init("t", "x"), .init("l", ["a", nil, true])])
        ]
        var verdict = Verdict(.failed, id: "a", name: "n", file: "f", seed: 1, covers: ["A"], failure: failure)
        (verdict.line, verdict.runs, verdict.isRealTime, verdict.notes) = (4, 5, true, ["note"])
        (verdict.virtualSeconds, verdict.wallSeconds) = (1.5, 0.25)
        (verdict.datagramsSent, verdict.datagramsCaptured) = (6, 7)
        (verdict.capture, verdict.payloadDigest) = ("host", "00ff")
        let text =
            #"{"id":"a","name":"n","file":"f","line":4,"verdict":"failed","seed":1,"runs":5,"clock":"real","#
            + #""virtualSeconds":1.500000000,"wallSeconds":0.250000000,"datagramsSent":6,"datagramsCaptured":7,"#
            + #""capture":"host","payloadDigest":"00ff","covers":["A"],"notes":["note"],"failure":{"reason":"r","#
            + #""step":1,"file":"g","line":2,"column":3,"frame":"x","expected":"e","actual":"b","findings":["f1"],"#
            + #""faults":["f2"],"troubles":["t"],"differences":["d"],"candidates":["c"],"participants":["#
            + #"{"participant":"bob","callingState":"idle","since":0.000000001,"#
            + #""details":{"n":1,"h":0.5,"t":"x","l":["a",null,true]}}],"datagrams":["#
            + ##""#1"],"lastEntries":["{}"],"output":["o"],"replay":"p"}}"##
        #expect(String(decoding: verdict.json, as: UTF8.self) == text)
        #expect(Verdict(try parse(text)) == verdict)
        let short = Verdict(.passed, id: "a", name: "n", file: "f", seed: 1, failure: Verdict.Failure("r"))
        #expect(
            String(decoding: short.json, as: UTF8.self).hasSuffix(
                #""failure":{"reason":"r","participants":[],"datagrams":[],"lastEntries":[],"output":[]}}"#))
    }

    @Test func `a number that cannot be that of a run makes a verdict invalid`() throws {
        for name in ["runs", "datagramsSent", "datagramsCaptured"] {
            #expect(try verdict(#","\#(name)":0"#) != nil && verdict(#","\#(name)":4294967296"#) != nil)
            for bad in ["-1", "4294967297", "0.5", "\"1\"", "null"] {
                #expect(try verdict(#","\#(name)":\#(bad)"#) == nil, "\(name) \(bad)")
            }
        }
        for name in ["virtualSeconds", "wallSeconds"] {
            #expect(try verdict(#","\#(name)":0"#) != nil && verdict(#","\#(name)":1e12"#) != nil)
            for bad in ["-0.001", "1.1e12", "\"1\"", "null"] {
                #expect(try verdict(#","\#(name)":\#(bad)"#) == nil, "\(name) \(bad)")
            }
        }
        #expect(try verdict(#","line":4294967297"#)?.line == nil && verdict(#","line":3"#)?.line == 3)
        #expect(try verdict(#","covers":["A",1]"#)?.covers == [] && verdict(#","failure":{}"#)?.failure == nil)
        #expect(try verdict(#","clock":"virtual""#)?.isRealTime == false)
    }

    @Test func `seconds are read to the nanosecond`() throws {
        #expect(try parse("1.5").instant == Instant(nanoseconds: 1_500_000_000))
        #expect(try parse("12").instant == Instant(nanoseconds: 12_000_000_000))
        #expect(try parse("0.123456789").instant == Instant(nanoseconds: 123_456_789))
        #expect(try parse("-1.5").instant == Instant(nanoseconds: -1_500_000_000))
        for text in ["0.1234567891", "1e5", "true", "99999999999"] { #expect(try parse(text).instant == nil) }
    }

    @Test func `a value of another type is no value`() throws {
        let json = try parse(#"{"a":1,"b":"x","c":[],"d":["x"],"e":["x",1],"a":2}"#)
        #expect(json["a"]?.integer == 1 && json["a"]?.unsigned == 1 && json["a"]?.double == 1)
        #expect(json["a"]?.text == nil && json["a"]?.elements == nil && json["a"]?["a"] == nil)
        #expect(json["b"]?.text == "x" && json["b"]?.integer == nil && json["b"]?.unsigned == nil)
        #expect(json["b"]?.double == nil && json["c"]?.texts == [] && json["d"]?.texts == ["x"])
        #expect(json["e"]?.texts == nil && json["e"]?.elements?.count == 2 && json["b"]?.texts == nil)
        #expect(try parse("-1").unsigned == nil && parse("1.0").integer == nil)
        #expect(try parse("4294967296").count == 4_294_967_296 && parse("0").count == 0)
    }

    @Test(arguments: [
        ("", "a value is missing at byte 0"), (" 1 2", "there is more after the value at byte 3"),
        ("[1", "the array does not end at byte 2"), (#"{"a":1"#, "the object does not end at byte 6"),
        ("{1", "a name is missing at byte 1"), (#"{"a"1"#, "a colon is missing at byte 4"),
        ("tru", "this is not a value at byte 0"), ("[-]", "this is not a value at byte 1"),
        (#""a"#, "a text does not end at byte 2"), (#""\"#, "a text does not end at byte 2"),
        ("\"\n\"", "a text contains a control character at byte 2"), (#""\x""#, "an escape is unknown at byte 3"),
        (#""\u00g0""#, "an escape needs four hexadecimal digits at byte 5"),
        (#""\ud800""#, "half a character is missing at byte 7"),
        (#""\udc00\udc00""#, "half a character is missing at byte 7"),
        (#""\ud800\ud800""#, "half a character is missing at byte 13"), ("[1,", "a value is missing at byte 3"),
    ]) func `bytes that are not JSON have their reason and place`(_ text: String, _ reason: String) {
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect(error?.description == reason)
    }

    @Test func `the greatest depth is permitted, and one more is not`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(64))
        #expect(throws: JSONError.self) { try parse(nested(65)) }
        let flat = "[" + Array(repeating: "[]", count: 100).joined(separator: ",") + "]"
        #expect(try parse(flat).elements?.count == 100)
        #expect(try JSON(parsing: Array("[[]]".utf8), maximumDepth: 2) == .array([.array([])]))
        #expect(try parse(" \t\r\n{ \"a\" : [ ] , \"b\" : { } } \n") == parse(#"{"a":[],"b":{}}"#))
        #expect(try parse(#""\uD83D\uDE42\u0000\uFFFF""#).text == "🙂\u{0}\u{FFFF}")
    }
    @Test func `a value behind others may be as deep as the first, and no deeper`() {
        func result(_ text: String, _ depth: Int) -> String {
            do { return try "\(JSON(parsing: Array(text.utf8), maximumDepth: depth).elements?.count ?? 0)" } catch {
                return "\(error)"
            }
        }
        let deep = "values are nested more than 2 deep at byte "
        #expect(result("[[],[],{}]", 2) == "3" && result("[[],{},[],[1]]", 2) == "4")
        #expect(result("[[[]]]", 2) == deep + "2" && result("[[],[[]]]", 2) == deep + "5")
        #expect(result("[[],{},[{}]]", 2) == deep + "8")
        #expect(result(#"{"a":{},"b":{"c":{}}}"#, 2) == deep + "17")
        #expect(result("[]", 0) == "values are nested more than 0 deep at byte 0" && result("1", 0) == "0")
        #expect(result("[[],[]]", 1) == "values are nested more than 1 deep at byte 1")
    }
}
