/// A data item of the Concise Binary Object Representation (RFC 8949).
///
/// Two items are equal exactly when their deterministic encodings are: `1` and `1.0` differ, `0.0` and `-0.0` differ,
/// texts are compared byte by byte, and all NaNs are equal.
public enum CBOR: Sendable {
    /// A nonnegative whole number (major type 0).
    case unsigned(UInt64)
    /// The number -1 - n (major type 1).
    case negative(UInt64)
    /// A byte string (major type 2).
    case bytes([UInt8])
    /// A text of UTF-8 (major type 3).
    case text(String)
    /// An array of items (major type 4).
    case array([CBOR])
    /// A map of keys to values (major type 5).
    case map(Map)
    /// An item with a registered tag number (major type 6).
    indirect case tagged(UInt64, CBOR)
    /// A Boolean value (simple values 21 and 20).
    case boolean(Bool)
    /// Null (simple value 22).
    case null
    /// Undefined (simple value 23).
    case undefined
    /// A simple value without a name.
    case simple(SimpleValue)
    /// A floating-point number of any of the three widths.
    case float(Double)
}

extension CBOR {
    /// The number of a simple value without a name. The values 20 to 23 are cases of their own; the format reserves 24
    /// to 31 (RFC 8949 section 3.3).
    public struct SimpleValue: Hashable, Sendable {
        /// The number.
        public let number: UInt8

        /// Creates the value; returns nil for numbers from 20 to 31.
        public init?(_ number: UInt8) {
            guard !(20...31).contains(number) else { return nil }
            self.number = number
        }
    }
}
