public import Chance
import Signaling
public import Timing
public import Wire

/// The client's side of its path to an SFU: opens the path, keeps the SFU's consent fresh, and detects a dead path (RFC
/// 7675 section 5.1; STUN, RFC 8489, with short-term credentials).
///
/// A value without I/O: it returns an ``Output`` for each action, and ``wake(at:)`` must be called at ``nextWake``.
public struct ConsentMachine: Sendable {
    /// The state of the path.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// No check has received a response yet.
        case opening
        /// A recent check received a response.
        case open
        /// No check received a response for too long. Nothing may be sent any longer.
        case dead
    }

    /// An action or a report of the machine.
    public enum Output: Hashable, Sendable {
        /// Send these bytes to the SFU's media port.
        case send([UInt8])
        /// The path is open. The SFU observes the client at this address.
        case opened(at: SocketAddress)
        /// The SFU observes the client at a new address.
        case moved(to: SocketAddress)
        /// The path is dead.
        case died
    }

    /// The reason for which a datagram has no effect.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// The datagram is not valid STUN.
        case malformed
        /// The message integrity is missing or wrong.
        case wrongIntegrity
        /// The response belongs to no pending check.
        case unexpected
    }

    /// The time between two checks, before a random change of up to a fifth.
    public static let interval = Duration.seconds(5)
    /// The duration of consent after a response.
    public static let expiry = Duration.seconds(30)
    /// The time to wait for the first response while the path opens. It doubles with each check.
    public static let firstTimeout = Duration.milliseconds(500)

    private struct Check {
        let id: STUN.TransactionID
        let sent: Instant
    }

    /// The state of the path.
    public private(set) var state = State.opening
    /// The client's address as the SFU observes it; nil before the first response.
    public private(set) var mappedAddress: SocketAddress?
    /// The user name in the client's checks.
    public let username: String
    private let key: [UInt8]
    /// The SFU's media port, where its checks come from.
    private let sfu: SocketAddress
    private var generator: SeededGenerator
    /// The checks without a response, oldest first.
    private var pending: [Check] = []
    private var nextCheck: Instant
    private var expiresAt: Instant
    private var timeout = ConsentMachine.firstTimeout

    /// Creates an opening path. The first check is due immediately.
    public init(
        username: String, password: String, sfu: SocketAddress, generator: SeededGenerator, at now: Instant
    ) {
        self.username = username
        key = Array(password.utf8)
        self.sfu = sfu
        self.generator = generator
        nextCheck = now
        expiresAt = now.advanced(by: Self.expiry)
    }

    /// The deadline of the next call of ``wake(at:)``; nil when the path is dead.
    public var nextWake: Instant? {
        state == .dead ? nil : min(nextCheck, expiresAt)
    }

    /// Schedules a check at once, as after a refusal of the client's address. The last check gets its time for a
    /// response first.
    public mutating func checkSoon(at now: Instant) {
        let last = pending.last?.sent.advanced(by: Self.firstTimeout) ?? now
        nextCheck = min(nextCheck, max(now, last))
    }

    /// Performs the actions that are due.
    public mutating func wake(at now: Instant) -> [Output] {
        guard state != .dead else { return [] }
        guard now < expiresAt else {
            state = .dead
            return [.died]
        }
        return now < nextCheck ? [] : check(at: now)
    }

    private mutating func check(at now: Instant) -> [Output] {
        pending.removeAll { $0.sent.advanced(by: Self.expiry) <= now }
        let id = STUN.TransactionID(from: &generator)
        pending.append(Check(id: id, sent: now))
        nextCheck = now.advanced(by: pause())
        let request = STUN.Message(.request, transactionID: id, attributes: [.username(username)])
        let bytes = request.encoded(STUN.Protection(key: key))
        return bytes.map { [.send($0)] } ?? []
    }

    /// Returns the time until the next check. Checks of an open path are spread; those of an opening path follow the
    /// schedule of retransmissions (RFC 8489 section 6.2.1).
    private mutating func pause() -> Duration {
        guard state == .opening else {
            let nanoseconds = Double(Self.interval.nanoseconds) * (0.8 + generator.unit() * 0.4)
            return .nanoseconds(Int64(nanoseconds))
        }
        defer { timeout = min(timeout * 2, Self.interval) }
        return timeout
    }

    /// Returns true for a response to a pending check, and for a check that the SFU sends to this client's session.
    func knows(_ message: STUN.Message) -> Bool {
        message.messageClass == .request
            ? message.username == MediaFormat.usernameOfSFU(for: username)
            : pending.contains { $0.id == message.transactionID }
    }

    /// Handles a STUN datagram of the SFU.
    ///
    /// - Throws: ``Refusal`` for a datagram without effect.
    public mutating func receive(_ datagram: [UInt8], at now: Instant) throws(Refusal) -> [Output] {
        let message: STUN.Message
        let integrity: STUN.Integrity
        do throws(STUNError) {
            message = try STUN.Message(decoding: datagram)
            integrity = try STUN.integrity(of: datagram, key: key)
        } catch {
            throw .malformed
        }
        guard case .valid(let algorithm) = integrity else { throw .wrongIntegrity }
        if message.messageClass == .request { return try respond(to: message, by: algorithm) }
        // A response with an unknown attribute that must be understood is discarded (RFC 8489 section 6.3.3).
        guard message.messageClass == .success, state != .dead, message.unknownRequiredAttributes.isEmpty,
            pending.contains(where: { $0.id == message.transactionID }),
            case .v4(let address)? = message.mappedAddress
        else { throw .unexpected }
        pending.removeAll { $0.id == message.transactionID }
        return confirmed(address, at: now)
    }

    /// Responds to the SFU's own check, which verifies that the client receives at this address. The response has the
    /// integrity of the check (RFC 8489 section 9.1.3).
    private func respond(to message: STUN.Message, by algorithm: STUN.Algorithm) throws(Refusal) -> [Output] {
        guard message.method == .binding, state != .dead,
            message.username == MediaFormat.usernameOfSFU(for: username),
            let bytes = response(to: message).encoded(STUN.Protection(key: key, algorithms: [algorithm]))
        else { throw .unexpected }
        return [.send(bytes)]
    }

    private func response(to check: STUN.Message) -> STUN.Message {
        let unknown = check.unknownRequiredAttributes
        return unknown.isEmpty ? check.success(seenAt: sfu) : check.refusal(ofUnknown: unknown)
    }

    private mutating func confirmed(_ address: SocketAddress, at now: Instant) -> [Output] {
        expiresAt = now.advanced(by: Self.expiry)
        let before = mappedAddress
        mappedAddress = address
        guard state == .opening else { return before == address ? [] : [.moved(to: address)] }
        state = .open
        nextCheck = now.advanced(by: pause())
        return [.opened(at: address)]
    }
}
