public import Chance
import Digest
public import Timing

extension CoAP {
    /// Lets a server verify that a client receives at the source address of its datagrams (RFC 9175 section 2).
    ///
    /// An Echo value is the address and the time, encrypted with the server's key. Only a receiver at the address knows
    /// it, and the server stores no state.
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

        /// Returns the value that a client at this address has to send back.
        public func echo(for peer: SocketAddress, at now: Instant) -> [UInt8] {
            value(peer, period(at: now))
        }

        /// Returns true when the value was made for this address and has not expired.
        public func isValid(_ echo: [UInt8], from peer: SocketAddress, at now: Instant) -> Bool {
            let period = period(at: now)
            return timeConstantEqual(echo, value(peer, period)) || timeConstantEqual(echo, value(peer, period &- 1))
        }

        private func period(at now: Instant) -> UInt64 {
            UInt64(bitPattern: now.nanoseconds / Self.lifetime.nanoseconds)
        }

        private func value(_ peer: SocketAddress, _ period: UInt64) -> [UInt8] {
            let place = AES128.Block(high: UInt64(peer.host.value) << 16 | UInt64(peer.port), low: period)
            return Array(AES128.encrypt(place, key: key).bytes.prefix(8))
        }
    }
}
