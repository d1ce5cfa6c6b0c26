import Testing
import Timing

@testable import Journal

@Suite struct JSONTests {
    private func parse(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test func `every kind of value is read`() throws {
        let json = try parse(#" {"a":[1,-2.5e3,true,false,null,"x"],"b":{}} "#)
        #expect(
            json["a"] == .array([.number("1"), .number("-2.5e3"), .boolean(true), .boolean(false), .null, .text("x")]))
        #expect(json["b"] == .object([]))
        #expect(json["c"] == nil)
    }

    @Test func `escapes and pairs of surrogates are read`() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude42""#).text == "\"\\/\u{8}\u{C}\n\r\té🙂")
    }

    @Test func `an integer keeps all its 64 bits`() throws {
        #expect(try parse("18446744073709551615").unsigned == .max)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "\"", "\"\\",
        "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\u{1}\"", "tru", "nul", "-", "+1", ".5", "1 2",
        "NaN", "inf",
    ]) func `invalid JSON is an error`(_ text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test func `bytes that are not UTF-8 are an error`() {
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func `nesting has a limit, and the message names it`() {
        let deep = String(repeating: "[", count: 100_000)
        let error = #expect(throws: JSONError.self) { try parse(deep) }
        #expect(error?.description == "values are nested more than 64 deep at byte 64")
    }

    @Test func `every truncation of a verdict is an error`() {
        let bytes = Verdict(.passed, id: "R-1", name: "n", file: "f", seed: 1).json
        for count in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSON(parsing: Array(bytes.prefix(count))) }
        }
    }
}
