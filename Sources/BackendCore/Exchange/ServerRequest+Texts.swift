import Signaling
import Wire

/// The limit of texts in bodies. Texts are kept, and sent to all receivers of a call's events.
extension ServerRequest {
    /// The maximum size of a text or a byte string outside of custom data, in bytes.
    static let longestText = 4096
    /// The maximum size of a query option or of a segment of the path, in bytes (RFC 7252 section 5.10).
    static let longestOption = 255
    /// The name of custom data, which has a limit of its own.
    private static let custom = "custom"
    /// The names of cursors, which have a limit of their own.
    private static let cursors: Set = ["next", "prev"]

    /// Refuses a body with a text beyond the limit.
    func checkTexts() throws(APIError) {
        guard payload.count > Self.longestText, let body = try? CBOR(decoding: payload.array) else { return }
        try Self.check(body, "")
    }

    private static func check(_ value: CBOR, _ path: String) throws(APIError) {
        switch value {
        case .text(let text): try check(text.utf8.count, path)
        case .bytes(let bytes): try check(bytes.count, path)
        case .array(let items):
            for (index, item) in items.enumerated() { try check(item, "\(path)[\(index)]") }
        case .map(let map):
            for (key, value) in map {
                let name = key.text ?? key.diagnostic
                guard name.utf8.count <= longestText else {
                    throw .tooLong("a key", name.utf8.count, limit: longestText)
                }
                guard name != custom, !path.isEmpty || !cursors.contains(name) else { continue }
                try check(value, path.isEmpty ? name : "\(path).\(name)")
            }
        case .tagged(_, let value): try check(value, path)
        default: break
        }
    }

    private static func check(_ count: Int, _ path: String) throws(APIError) {
        guard count <= longestText else { throw .tooLong(path, count, limit: longestText) }
    }
}
