import Testing
import Wire

@testable import Signaling

@Suite struct DecodeCacheTests {
    private let cache = DecodeCache<String>(bits: 3)

    private func read(
        _ map: CBOR.Map, _ read: (inout BodyCoder) throws(BodyError) -> String
    ) throws(BodyError) -> String {
        var coder = BodyCoder(reading: CBOR.Index(.map(map), root: "body"))
        let index = coder.index
        return try cache.value(ofItemAt: 0, in: index) { () throws(BodyError) in try read(&coder) }
    }

    private func id(_ coder: inout BodyCoder) throws(BodyError) -> String {
        var id = ""
        try coder.field("id", &id)
        return id
    }

    @Test func `a value that was read once is not read again`() throws {
        for id in ["alice", "bob", "a name that is longer than eight bytes"] {
            #expect(try read(["id": .text(id)]) { coder throws(BodyError) in try self.id(&coder) } == id)
            #expect(
                try read(["id": .text(id)]) { _ in
                    Issue.record("read again")
                    return ""
                } == id)
        }
    }

    @Test func `many values need no more than the slots of the cache, and each is the right one`() throws {
        for number in Array(0..<200) + Array(0..<200) {
            let text = try read(["number": .integer(Int64(number))]) { coder throws(BodyError) in
                var number: Int64 = 0
                try coder.field("number", &number)
                return "\(number)"
            }
            #expect(text == "\(number)")
        }
    }

    @Test func `long values that differ only in the middle are distinguished`() throws {
        for middle in ["a", "b", "a"] {
            let id = String(repeating: "first", count: 20) + middle + String(repeating: "last", count: 20)
            #expect(try read(["id": .text(id)]) { coder throws(BodyError) in try self.id(&coder) } == id)
        }
    }

    @Test func `long values that differ in one byte are distinguished, wherever it is`() throws {
        for place in 0..<200 {
            let id = String(repeating: "a", count: place) + "b" + String(repeating: "a", count: 199 - place)
            #expect(try read(["id": .text(id)]) { coder throws(BodyError) in try self.id(&coder) } == id)
        }
    }

    @Test func `a part of a body that is too long to be kept is remembered too`() throws {
        let body: CBOR.Map = ["part": "small", "other": .text(String(repeating: "large", count: 2_000))]
        let coder = BodyCoder(reading: CBOR.Index(.map(body), root: "body"))
        let index = coder.index
        let position = coder.position(of: "part")
        let part = try #require(position)
        #expect(try cache.value(ofItemAt: part, in: index) { "small" } == "small")
        let again = try cache.value(ofItemAt: part, in: index) {
            Issue.record("read again")
            return ""
        }
        #expect(again == "small")
    }

    @Test func `an unreadable value is reported each time with its path`() {
        for _ in 0..<2 {
            #expect(throws: BodyError.missing(field: "body.id")) {
                try read([:]) { coder throws(BodyError) in try self.id(&coder) }
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
