import Testing
import Wire

@testable import Signaling

@Suite struct MemoTests {
    private let memo = Memo<String>(bits: 3)

    private func read(_ item: CBOR, _ read: (Fields) throws(BodyError) -> String) throws -> String {
        try Fields(item, path: "body").remembered(by: memo, read)
    }

    @Test func `what was read once is not read again`() throws {
        for id in ["alice", "bob", "a name that is longer than eight bytes"] {
            #expect(try read(["id": .text(id)]) { fields throws(BodyError) in try fields.name("id") } == id)
            #expect(
                try read(["id": .text(id)]) { _ in
                    Issue.record("read again")
                    return ""
                } == id)
        }
    }

    @Test func `many values need no more than the memo's places, and each is the right one`() throws {
        for number in Array(0..<200) + Array(0..<200) {
            let text = try read(["number": .integer(Int64(number))]) { fields throws(BodyError) in
                "\(try fields.integer("number"))"
            }
            #expect(text == "\(number)")
        }
    }

    @Test func `long values that differ only in the middle are told apart`() throws {
        for middle in ["a", "b", "a"] {
            let id = String(repeating: "first", count: 20) + middle + String(repeating: "last", count: 20)
            #expect(try read(["id": .text(id)]) { fields throws(BodyError) in try fields.name("id") } == id)
        }
    }

    @Test func `a part of a body that is too long to be kept is remembered too`() throws {
        let body: CBOR = ["part": "small", "other": .text(String(repeating: "large", count: 2_000))]
        let fields = try Fields(body, path: "body")
        let part = try fields.optional("part", rememberedBy: memo) { () throws(BodyError) in try fields.name("part") }
        #expect(part == "small")
        let again = try fields.optional("part", rememberedBy: memo) {
            Issue.record("read again")
            return ""
        }
        #expect(again == "small")
    }

    @Test func `what cannot be read is told each time with its path`() {
        for _ in 0..<2 {
            #expect(throws: BodyError.missing(field: "body.id")) {
                try read([:]) { fields throws(BodyError) in try fields.name("id") }
            }
        }
    }

    @Test func `users of different bodies are equal when their bytes are`() throws {
        let (alice, bob) = (User(id: "alice", custom: ["tall": true]), User(id: "bob"))
        for _ in 0..<2 {
            #expect(try User(decoding: alice.encoded()) == alice)
            #expect(try User(decoding: bob.encoded()) == bob)
        }
    }
}
