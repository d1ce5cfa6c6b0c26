import Signaling
import Wire

// Estimates of the memory that values take. A decoded value can take a hundred times its size on the wire, so budgets
// count memory and not the sizes of bodies.
extension CBOR {
    /// An estimate of the memory that the value takes, in bytes.
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
    /// An estimate of the memory that the map takes, in bytes.
    var keptBytes: Int { isEmpty ? 0 : reduce(128) { $0 + 32 + $1.key.keptBytes + $1.value.keptBytes } }
}

extension User {
    /// An estimate of the memory that the profile takes, in bytes.
    var keptBytes: Int { 512 + id.utf8.count + name.utf8.count + (image?.utf8.count ?? 0) + custom.keptBytes }
}

extension Device {
    /// An estimate of the memory that the device takes, in bytes.
    var keptBytes: Int { 256 + id.utf8.count + (pushProviderName?.utf8.count ?? 0) }
}

extension Member {
    /// An estimate of the memory that the membership takes, in bytes.
    var keptBytes: Int { 256 + (role?.utf8.count ?? 0) + custom.keptBytes }
}
