public import Chance
import Digest
public import Timing

extension CoAP {
    /// Lets a server verify that a client receives at the source address of its datagrams (RFC 9175 section 2).
    ///
    /// An Echo value authenticates the address, the time and the challenged message with the server's key. Only a receiver
    /// at the address knows it, and the server stores no state. The message id that returns in it tells the server which
    /// duplicates it has already answered.
    public struct AddressProof: Sendable {
        /// The minimum time that a value is valid; the maximum is twice as long.
        public static let lifetime = Duration.seconds(60)

        /// The maximum number of bytes that an unproved address receives for each that came from it (RFC 7252 section
        /// 11.3).
        public static let largestFactor = 3

        private let key: AES128.Block

        /// Takes the key from `generator`.
        public init(generator: SeededGenerator) {
            var generator = generator
            key = AES128.Block(high: generator.next(), low: generator.next())
        }

        /// Returns the value that a client at this address has to send back: eight bytes that authenticate it, and the
        /// id of the challenged message.
        public func echo(for peer: SocketAddress, messageID: UInt16, at now: Instant) -> [UInt8] {
            value(peer, messageID, period(at: now))
        }

        /// Returns the id of the challenged message when the value was made for this address and has not expired.
        public func challenged(by echo: [UInt8], from peer: SocketAddress, at now: Instant) -> UInt16? {
            guard echo.count == Self.byteCount else { return nil }
            let messageID = UInt16(echo[echo.count - 2]) << 8 | UInt16(echo[echo.count - 1])
            let period = period(at: now)
            let isValid = [period, period &- 1].contains { timeConstantEqual(echo, value(peer, messageID, $0)) }
            return isValid ? messageID : nil
        }

        private static let byteCount = 10

        private func period(at now: Instant) -> UInt64 {
            UInt64(bitPattern: now.nanoseconds / Self.lifetime.nanoseconds)
        }

        private func value(_ peer: SocketAddress, _ messageID: UInt16, _ period: UInt64) -> [UInt8] {
            let address = UInt64(peer.host.value) << 16 | UInt64(peer.port)
            let input = AES128.Block(high: UInt64(messageID) << 48 | address, low: period)
            return AES128.encrypt(input, key: key).bytes.prefix(8) + [UInt8(messageID >> 8), UInt8(messageID & 255)]
        }
    }
}
