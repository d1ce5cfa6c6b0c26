/// The Real-time Transport Protocol (RFC 3550): packets, header extensions (RFC 8285), and receiver statistics.
public enum RTP {
    /// The length of a header without contributors and extension, in bytes.
    static let fixedLength = 12

    /// The audio level of a packet (RFC 6464).
    public struct AudioLevel: Hashable, Sendable {
        /// The level in decibels below overload, from 0 to 127; 127 is silence.
        public let decibelsBelowOverload: UInt8
        /// True when the sender has detected voice.
        public let hasVoice: Bool

        /// Creates a level; values above 127 become 127.
        public init(decibelsBelowOverload: UInt8, hasVoice: Bool) {
            self.decibelsBelowOverload = min(decibelsBelowOverload, 127)
            self.hasVoice = hasVoice
        }

        /// Creates the level from the byte of an extension.
        public init(byte: UInt8) {
            self.init(decibelsBelowOverload: byte & 0x7F, hasVoice: byte & 0x80 != 0)
        }

        /// The byte of an extension.
        public var byte: UInt8 { (hasVoice ? 0x80 : 0) | decibelsBelowOverload }
    }

    /// One element of a header extension (RFC 8285 section 4.2).
    public struct Element: Hashable, Sendable {
        /// The negotiated number of the element's meaning, from 1 to 14.
        public var id: UInt8
        /// The value, from 1 to 16 bytes.
        public var value: [UInt8]

        /// Creates an element.
        public init(id: UInt8, value: [UInt8]) {
            self.id = id
            self.value = value
        }
    }
}
