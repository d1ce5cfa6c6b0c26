public import Chance
import Signaling
public import Timing
public import Wire

/// The client's side of its path to an SFU: opens it, keeps the SFU's consent to be sent to fresh, and says when it is
/// dead (RFC 7675 section 5.1; STUN, RFC 8489, with short-term credentials).
///
/// A value without I/O: what it wants sent is an ``Output``, and ``wake(at:)`` must be called at ``nextWake``.
public struct ConsentMachine: Sendable {
    /// What the path is like.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// No check was answered yet.
        case opening
        /// The last check was answered not long ago.
        case open
        /// No check was answered for too long: nothing may be sent any more.
        case dead
    }

    /// What is to be done, or to be known.
    public enum Output: Hashable, Sendable {
        /// Send this to the SFU's media port.
        case send([UInt8])
        /// The path is open; the SFU sees the client there.
        case opened(at: SocketAddress)
        /// The SFU sees the client somewhere else than before.
        case moved(to: SocketAddress)
        /// The path is dead.
        case died
    }

    /// Why a datagram changes nothing.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// It cannot be read as STUN.
        case malformed
        /// Its integrity is missing or wrong.
        case wrongIntegrity
        /// It answers no check that is waited for.
        case unexpected
    }

    /// The time between two checks, before chance makes it up to a fifth shorter or longer.
    public static let interval = Duration.seconds(5)
    /// How long consent lasts after an answer.
    public static let expiry = Duration.seconds(30)
    /// The first time that is waited for an answer while the path opens; each following one is twice as long.
    public static let firstTimeout = Duration.milliseconds(500)

    private struct Check {
        let id: STUN.TransactionID
        let sent: Instant
    }

    /// What the path is like.
    public private(set) var state = State.opening
    /// Where the SFU sees the client; nil until it told.
    public private(set) var mappedAddress: SocketAddress?
    /// Who the client says that it is.
    public let username: String
    private let key: [UInt8]
    private var generator: SeededGenerator
    /// The checks that an answer may still come for, the oldest first.
    private var pending: [Check] = []
    private var nextCheck: Instant
    private var expiresAt: Instant
    private var timeout = ConsentMachine.firstTimeout

    /// Makes a path that opens; the first check is due at once.
    public init(username: String, password: String, generator: SeededGenerator, at now: Instant) {
        self.username = username
        key = Array(password.utf8)
        self.generator = generator
        nextCheck = now
        expiresAt = now.advanced(by: Self.expiry)
    }

    /// When to wake it; nil when the path is dead.
    public var nextWake: Instant? {
        state == .dead ? nil : min(nextCheck, expiresAt)
    }

    /// Checks at once, as when the SFU does not believe the client's address any more; after the last check only as soon
    /// as an answer to it could have come.
    public mutating func checkSoon(at now: Instant) {
        let last = pending.last?.sent.advanced(by: Self.firstTimeout) ?? now
        nextCheck = min(nextCheck, max(now, last))
    }

    /// Does what has fallen due.
    public mutating func wake(at now: Instant) -> [Output] {
        guard state != .dead else { return [] }
        guard now < expiresAt else {
            state = .dead
            pending = []
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

    /// Checks of an open path are spread; those of one that opens follow one another as retransmissions do (RFC 8489
    /// section 6.2.1).
    private mutating func pause() -> Duration {
        guard state == .opening else {
            let nanoseconds = Double(Self.interval.nanoseconds) * (0.8 + generator.unit() * 0.4)
            return .nanoseconds(Int64(nanoseconds))
        }
        defer { timeout = min(timeout * 2, Self.interval) }
        return timeout
    }

    /// A STUN datagram came from the SFU.
    ///
    /// - Throws: ``Refusal`` for one that changes nothing.
    public mutating func receive(_ datagram: [UInt8], at now: Instant) throws(Refusal) -> [Output] {
        let message: STUN.Message
        let integrity: STUN.Integrity
        do throws(STUNError) {
            message = try STUN.Message(decoding: datagram)
            integrity = try STUN.integrity(of: datagram, key: key)
        } catch {
            throw .malformed
        }
        guard case .valid = integrity else { throw .wrongIntegrity }
        if message.messageClass == .request { return try answer(message) }
        guard message.messageClass == .success, state != .dead,
            pending.contains(where: { $0.id == message.transactionID }),
            case .v4(let address)? = message.mappedAddress
        else { throw .unexpected }
        pending.removeAll { $0.id == message.transactionID }
        return answered(address, at: now)
    }

    /// Answers the SFU's own check, which finds out that the client receives here.
    private func answer(_ message: STUN.Message) throws(Refusal) -> [Output] {
        guard message.method == .binding, state != .dead,
            message.username == MediaFormat.usernameOfSFU(for: username),
            let bytes = message.answer(.success, []).encoded(STUN.Protection(key: key))
        else { throw .unexpected }
        return [.send(bytes)]
    }

    private mutating func answered(_ address: SocketAddress, at now: Instant) -> [Output] {
        expiresAt = now.advanced(by: Self.expiry)
        let before = mappedAddress
        mappedAddress = address
        guard state == .opening else { return before == address ? [] : [.moved(to: address)] }
        state = .open
        nextCheck = now.advanced(by: pause())
        return [.opened(at: address)]
    }
}
