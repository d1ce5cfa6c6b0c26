import Foundation
import Testing

@testable import Inspection

@Suite struct JSONViewTests {
    private func objects(_ capture: CaptureBytes, hasBodies: Bool = false) throws -> [NSDictionary] {
        let text = try Scratch().inspect(capture.bytes, .json) { $0.hasBodies = hasBodies }.text
        return try text.lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary) }
    }

    @Test func `a packet is an object on one line, with its relations to others`() throws {
        let objects = try objects(Talk.call().capture)
        #expect(objects.count == 18)
        let copy = objects[9]
        #expect(copy["number"] as? Int == 10)
        #expect(copy["time"] as? Double == 3.2)
        #expect(copy["from"] as? String == "127.1.0.2:50000")
        #expect(copy["toName"] as? String == "coordinator")
        let coap = try #require(copy["coap"] as? NSDictionary)
        #expect(coap["is"] as? String == "request")
        #expect(coap["method"] as? String == "POST")
        #expect(coap["path"] as? String == "/video/call/default/standup/accept")
        #expect(coap["retransmissionOf"] as? Int == 9)
        #expect(coap["calls"] as? [String] == ["default:standup"])
        let found = try #require(objects[6]["coap"] as? NSDictionary)
        #expect(found["events"] as? [String] == ["call.created", "call.ring"])
        #expect((objects[16]["coap"] as? NSDictionary)?["problem"] is String)
        #expect((objects[15]["coap"] as? NSDictionary)?["status"] as? String == "Not Found")
    }

    @Test func `bodies come on request, in diagnostic notation`() throws {
        let without = try objects(Talk.call().capture)[4]["coap"] as? NSDictionary
        #expect(without?["body"] == nil)
        let with = try objects(Talk.call().capture, hasBodies: true)[4]["coap"] as? NSDictionary
        #expect(with?["body"] as? String == #"CBOR: {"data": {"members": [{"user_id": "bob"}]}, "ring": true}"#)
    }

    @Test func `media and other frames have objects too`() throws {
        var capture = CaptureBytes()
        let rtp = CaptureBytes.rtp(65_535, timestamp: .max, ssrc: .max, type: 96, marker: true)
        capture.add(rtp, from: "10.0.0.1:1", to: "10.0.0.2:2", at: 1)
        capture.add([0x80, 201, 0, 1, 0, 0, 0, 1], from: "10.0.0.1:1", to: "10.0.0.2:2", at: 2)
        capture.add(CaptureBytes.stun, from: "10.0.0.1:1", to: "10.0.0.2:2", at: 3)
        capture.add([1, 2, 3], at: 4)
        let objects = try objects(capture)
        #expect(objects.map { $0["kind"] as? String } == ["rtp", "rtcp", "stun", "other"])
        let header = try #require(objects[0]["rtp"] as? NSDictionary)
        #expect(header["ssrc"] as? UInt32 == .max)
        #expect(header["marker"] as? Bool == true)
        #expect(header["mediaBytes"] as? Int == 20)
        #expect((objects[1]["rtcp"] as? NSDictionary)?["packets"] as? [String] == ["RR"])
        #expect((objects[2]["stun"] as? NSDictionary)?["message"] as? String == "Binding request")
        #expect(objects[3]["problem"] is String)
    }

    /// The page that describes the keys must name each of them.
    @Test func `every key is described`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Docs/inspect.md"), encoding: .utf8)
        var keys: Set<String> = []
        for object in try objects(Talk.call().capture, hasBodies: true) {
            for case (let key as String, let value) in object {
                keys.insert(key)
                if let inner = value as? NSDictionary { keys.formUnion(inner.allKeys.compactMap { $0 as? String }) }
            }
        }
        #expect(keys.count > 20)
        for key in keys { #expect(page.contains("`\(key)`"), "\(key)") }
    }
}
