/// The Real-time Transport Protocol (RFC 3550): packets, their extensions (RFC 8285), and what a receiver counts.
public enum RTP {
    /// The bytes of a header without contributors and extension.
    static let fixedLength = 12

    /// How loud a packet's audio is (RFC 6464).
    public struct AudioLevel: Hashable, Sendable {
        /// Decibels below the loudest there is, from 0 to 127; 127 is silence.
        public let decibelsBelowOverload: UInt8
        /// Whether the sender believes that it is speech.
        public let hasVoice: Bool

        /// Makes a level; what is beyond 127 is silence.
        public init(decibelsBelowOverload: UInt8, hasVoice: Bool) {
            self.decibelsBelowOverload = min(decibelsBelowOverload, 127)
            self.hasVoice = hasVoice
        }

        /// The level that the one byte of an extension says.
        public init(byte: UInt8) {
            self.init(decibelsBelowOverload: byte & 0x7F, hasVoice: byte & 0x80 != 0)
        }

        /// The one byte of an extension.
        public var byte: UInt8 { (hasVoice ? 0x80 : 0) | decibelsBelowOverload }
    }

    /// One element of a header extension (RFC 8285 section 4.2).
    public struct Element: Hashable, Sendable {
        /// The number that both ends gave to its meaning, from 1 to 14.
        public var id: UInt8
        /// What it says, from 1 to 16 bytes.
        public var value: [UInt8]

        /// Makes an element.
        public init(id: UInt8, value: [UInt8]) {
            self.id = id
            self.value = value
        }
    }
}
