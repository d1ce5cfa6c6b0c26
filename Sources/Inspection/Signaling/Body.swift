internal import Wire

/// Fields of a CBOR body by name, as far as they are present.
struct Body {
    let map: CBOR.Map

    init?(_ payload: [UInt8]) {
        guard !payload.isEmpty, let map = (try? CBOR(decoding: payload))?.map else { return nil }
        self.map = map
    }

    private init(_ map: CBOR.Map) {
        self.map = map
    }

    subscript(name: String) -> Body? { map[name]?.map.map(Body.init) }

    func text(_ name: String) -> String? { map[name]?.text }

    func isTrue(_ name: String) -> Bool { map[name]?.boolean ?? false }

    /// Returns the texts of a list, or one field of each of its maps.
    func texts(_ name: String, field: String? = nil) -> [String] {
        let items = map[name]?.array ?? []
        return items.compactMap { item in field.map { item.map?[$0]?.text } ?? item.text }
    }

    /// The call of an unverified token: a claim in a COSE_Mac0 structure (RFC 9052 section 6.2).
    var tokenCid: String? {
        guard case .tagged(17, .array(let parts))? = map["token"]?.bytes.flatMap({ try? CBOR(decoding: $0) }),
            parts.count == 4, let claims = parts[2].bytes
        else { return nil }
        return Body(claims)?.text("call_cid")
    }
}

extension Signal.Event {
    /// Returns the events of a notification, or those in the first block of a blockwise one.
    static func list(in payload: [UInt8]) -> [Signal.Event] {
        guard !payload.isEmpty else { return [] }
        guard let body = Body(payload) else { return scan(payload) }
        return (body.map["events"]?.array ?? []).compactMap { item in
            guard let fields = item.map, let type = fields["type"]?.text else { return nil }
            let user = fields["user"]?.map ?? fields["participant"]?.map?["user"]?.map
            return Signal.Event(
                type: type, cid: fields["call_cid"]?.text, user: user?["id"]?.text, reason: fields["reason"]?.text)
        }
    }

    fileprivate static let typeKey = CBOR.text("type").encoded()
    private static let cidKey = CBOR.text("call_cid").encoded()

    /// Scans for the bytes of type and call keys. In deterministic encoding `type` comes first.
    private static func scan(_ payload: [UInt8]) -> [Signal.Event] {
        var found: [Signal.Event] = []
        for index in payload.indices {
            if let type = text(after: typeKey, in: payload, at: index), type.contains(".") || type.contains("_") {
                found.append(Signal.Event(type: type, cid: nil, user: nil, reason: nil))
            } else if let cid = text(after: cidKey, in: payload, at: index), let last = found.last, last.cid == nil {
                found[found.count - 1] = Signal.Event(type: last.type, cid: cid, user: nil, reason: nil)
            }
        }
        return found
    }

    /// Returns the text after a key, if the key is at this position.
    fileprivate static func text(after key: [UInt8], in payload: [UInt8], at index: Int) -> String? {
        guard payload[index] == key[0], payload[index...].starts(with: key) else { return nil }
        var start = index + key.count
        guard start < payload.count else { return nil }
        // The length of a text is in its head, or in the byte behind the head 0x78 (RFC 8949 section 3).
        var length = Int(payload[start]) - 0x60
        start += 1
        if length == 24, start < payload.count {
            length = Int(payload[start])
            start += 1
        } else if length >= 24 {
            return nil
        }
        guard length > 0, start + length <= payload.count else { return nil }
        return String(validating: payload[start..<start + length], as: UTF8.self)
    }
}

/// The first block of a notification's body that is cut into blocks.
package enum FirstBlock {
    /// Returns the texts behind every key `type`, as far as the block reaches; events are among them.
    package static func types(in payload: [UInt8]) -> [String] {
        payload.indices.compactMap { Signal.Event.text(after: Signal.Event.typeKey, in: payload, at: $0) }
    }
}
