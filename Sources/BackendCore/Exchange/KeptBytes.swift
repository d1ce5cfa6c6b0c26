import Signaling
import Wire

// Estimates of the memory that values take. A value of one byte on the wire can take a hundred times as much when it is
// decoded, so budgets count memory and not bodies.
extension CBOR {
    /// About the memory of the value, in bytes.
    var keptBytes: Int {
        switch self {
        case .text(let text): 32 + text.utf8.count
        case .bytes(let bytes): 32 + bytes.count
        case .array(let items): items.reduce(64) { $0 + $1.keptBytes }
        case .map(let map): map.keptBytes
        case .tagged(_, let value): 64 + value.keptBytes
        default: 32
        }
    }
}

extension CBOR.Map {
    /// About the memory of the map, in bytes.
    var keptBytes: Int { isEmpty ? 0 : reduce(128) { $0 + 32 + $1.key.keptBytes + $1.value.keptBytes } }
}

extension User {
    /// About the memory of the profile, in bytes.
    var keptBytes: Int { 512 + id.utf8.count + name.utf8.count + (image?.utf8.count ?? 0) + custom.keptBytes }
}

extension Device {
    /// About the memory of the device, in bytes.
    var keptBytes: Int { 256 + id.utf8.count + (pushProviderName?.utf8.count ?? 0) }
}

extension Member {
    /// About the memory of the membership, in bytes.
    var keptBytes: Int { 256 + (role?.utf8.count ?? 0) + custom.keptBytes }
}
