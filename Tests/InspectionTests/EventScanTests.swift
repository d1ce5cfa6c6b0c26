import Testing
import Wire

@testable import Inspection

/// The events and calls in bodies and tokens, whole or cut.
@Suite struct EventScanTests {
    private func events(_ body: CBOR, without count: Int = 0) -> [String] {
        Signal.Event.list(in: Array(body.encoded().dropLast(count))).map {
            "\($0.type) \($0.cid ?? "-") \($0.user ?? "-") \($0.reason ?? "-")"
        }
    }

    @Test func `a whole body has the events with a type, and their fields as far as they are texts`() {
        let user: CBOR = .map(["id": "bob"])
        let body: CBOR = .map([
            "events": .array([
                .map(["type": "a.b", "call_cid": "default:x", "user": user, "reason": "busy"]), .map(["type": "c"]),
                .map(["call_cid": "default:y"]), .map(["type": 5]), "d",
                .map(["type": "e", "call_cid": 1, "user": "bob", "reason": 2]),
                .map(["type": "f", "participant": .map(["user": user])]),
                .map(["type": "g", "user": .map(["id": "carol"]), "participant": .map(["user": user])]),
            ])
        ])
        #expect(
            events(body) == [
                "a.b default:x bob busy", "c - - -", "e - - -", "f - bob -", "g - carol -",
            ])
        #expect(events(.map(["first": 1])).isEmpty && events(.map(["events": "a"])).isEmpty)
    }

    @Test func `a cut body has the types with a dot or a line, and the calls behind them`() {
        let body: CBOR = .map([
            "events": .array([
                .map(["type": "call.ring", "call_cid": "default:x"]), .map(["type": "plain", "call_cid": "default:y"]),
                .map(["type": "go_away"]), .map(["type": "call.ended", "call_cid": "default:z"]),
            ])
        ])
        let found = ["call.ring default:x - -", "go_away - - -", "call.ended default:z - -"]
        #expect(events(body, without: 1) == found.dropLast() + ["call.ended - - -"])
        #expect(events(.array([body, 5]), without: 1) == found)
        let count = body.encoded().count
        #expect(events(body, without: count - 1).isEmpty && events(body, without: count).isEmpty)
    }

    @Test(arguments: [1, 2, 22, 23, 24, 25, 254, 255])
    func `a type of a first block is found as soon as it is whole`(_ length: Int) {
        let type = String(repeating: "t", count: length)
        let bytes = CBOR.map(["type": .text(type)]).encoded()
        #expect(FirstBlock.types(in: bytes) == [type])
        for count in bytes.indices { #expect(FirstBlock.types(in: Array(bytes.prefix(count))).isEmpty) }
        #expect(FirstBlock.types(in: bytes + bytes) == [type, type])
    }

    @Test func `an array behind a key is no text, however its bytes read`() {
        let body = CBOR.map(["type": .array([.text("a.b"), .text(String(repeating: "c", count: 60))])])
        #expect(FirstBlock.types(in: body.encoded()).isEmpty)
        let key = CBOR.text("type").encoded()
        #expect(FirstBlock.types(in: key + [0x79, 0, 2, 0x61, 0x62]).isEmpty)
    }

    @Test func `a type that is empty, too long or not text is none`() {
        let key = CBOR.text("type").encoded()
        #expect(FirstBlock.types(in: key + [0x60]).isEmpty && FirstBlock.types(in: []).isEmpty)
        #expect(FirstBlock.types(in: key + [0x62, 0xFF, 0xFE]).isEmpty && FirstBlock.types(in: key + [0x78]).isEmpty)
        #expect(FirstBlock.types(in: key + [0x62, 0xC3, 0xA9]) == ["é"])
        #expect(FirstBlock.types(in: key + [0x05]).isEmpty && FirstBlock.types(in: key + [0x41, 0x61]).isEmpty)
    }

    /// The call that a token names.
    private func call(_ token: CBOR) -> String? {
        Body(CBOR.map(["token": .bytes(token.encoded())]).encoded())?.tokenCid
    }

    @Test func `a token names its call if it has the parts of a signed message`() {
        let claims = CBOR.bytes(CBOR.map(["call_cid": "default:x"]).encoded())
        let parts: [CBOR] = [.bytes([]), .map([:]), claims, .bytes([])]
        #expect(call(.tagged(17, .array(parts))) == "default:x")
        #expect(call(.tagged(18, .array(parts))) == nil && call(.array(parts)) == nil)
        #expect(call(.tagged(17, .array(Array(parts.dropLast())))) == nil)
        #expect(call(.tagged(17, .array(parts + [.bytes([])]))) == nil)
        #expect(call(.tagged(17, .array([parts[0], claims, parts[1], parts[3]]))) == nil)
        #expect(call(.tagged(17, claims)) == nil)
        let empty = CBOR.bytes(CBOR.map(["cid": "default:x"]).encoded())
        #expect(call(.tagged(17, .array([parts[0], parts[1], empty, parts[3]]))) == nil)
        #expect(Body(CBOR.map(["token": "t"]).encoded())?.tokenCid == nil && Body([]) == nil)
        #expect(Body(CBOR.array([]).encoded()) == nil && Body([0xFF]) == nil)
    }

    @Test func `texts of a list are found, or a field of each of its maps`() throws {
        let list: CBOR = .array(["a", 5, .map(["id": "b"]), .map(["id": 6]), .map(["name": "c"]), "d"])
        let body = try #require(Body(CBOR.map(["l": list, "t": true, "f": false, "n": 1]).encoded()))
        #expect(body.texts("l") == ["a", "d"] && body.texts("l", field: "id") == ["b"])
        #expect(body.texts("n").isEmpty && body.texts("none").isEmpty)
        #expect(body.isTrue("t") && !body.isTrue("f") && !body.isTrue("n") && !body.isTrue("none"))
        #expect(["a", "b", "a", "c", "b"].firstOfEach == ["a", "b", "c"] && [String]().firstOfEach.isEmpty)
    }
}
