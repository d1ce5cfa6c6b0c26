public import CallLibrary
import Foundation

extension CallState {
    /// The custom data of the call. Whole numbers are `Int`, byte strings `Data`, null is `NSNull`.
    public var customData: [String: Any] { self[dynamicMember: \.customData].foundation }
}

extension CBOR.Map {
    /// The entries that have text keys, with the values of Foundation.
    public var foundation: [String: Any] {
        [String: CBOR](self).mapValues(\.foundation)
    }
}

extension CBOR {
    /// The value of Foundation. Whole numbers are `Int`, byte strings `Data`, null is `NSNull`.
    public var foundation: Any {
        switch self {
        case .unsigned, .negative: integer.flatMap { Int(exactly: $0) } as Any? ?? NSNull()
        case .bytes(let bytes): Data(bytes)
        case .text(let text): text
        case .array(let items): items.map(\.foundation)
        case .map(let map): map.foundation
        case .tagged(_, let item): item.foundation
        case .boolean(let value): value
        case .float(let value): value
        case .null, .undefined, .simple: NSNull()
        }
    }
}
