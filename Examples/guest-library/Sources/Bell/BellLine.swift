/// The place of a phone or an exchange in the network.
public struct BellPlace: Hashable, Sendable {
    /// The IPv4 address as a number.
    public let host: UInt32
    /// The UDP port.
    public let port: UInt16

    /// Names a place.
    public init(host: UInt32, port: UInt16) {
        self.host = host
        self.port = port
    }
}

/// A message did not arrive, however often it was sent.
public struct BellUnreachable: Error {}

/// The transport: messages arrive once, or their sender learns that they did not.
///
/// The embedding program sends and receives the datagrams.
@MainActor
public final class BellLine {
    private struct Arrival: Hashable {
        let place: BellPlace
        let number: Int
    }

    /// Sends a datagram.
    private let transmit: @MainActor ([UInt8], BellPlace) -> Void
    /// Called once with each message that arrives.
    public var onMessage: (@MainActor (BellMessage, BellPlace) -> Void)?
    private var lastNumber = 0
    private var pending: [Int: Task<Void, Never>] = [:]
    private var arrived: Set<Arrival> = []

    private static let interval = Duration.milliseconds(400)
    private static let attempts = 12

    /// Creates a line over a way to send datagrams.
    public init(transmit: @escaping @MainActor ([UInt8], BellPlace) -> Void) {
        self.transmit = transmit
    }

    /// Sends a message until the other end has it.
    ///
    /// - Throws: `BellUnreachable` after the last attempt.
    public func deliver(_ message: BellMessage, to place: BellPlace) async throws {
        lastNumber += 1
        var message = message
        message.number = lastNumber
        let resending = Task { [message] in
            for _ in 0..<Self.attempts where !Task.isCancelled {
                transmit(message.bytes, place)
                try? await Task.sleep(for: Self.interval)
            }
        }
        pending[message.number] = resending
        await resending.value
        guard resending.isCancelled else {
            pending[message.number] = nil
            throw BellUnreachable()
        }
    }

    /// Sends a message without waiting for its arrival.
    public func post(_ message: BellMessage, to place: BellPlace) {
        Task { try? await deliver(message, to: place) }
    }

    /// Takes a datagram. One that is not a message has no effect.
    public func receive(_ bytes: [UInt8], from place: BellPlace) {
        guard let message = BellMessage(bytes) else { return }
        guard message.verb != .got else {
            pending.removeValue(forKey: message.number)?.cancel()
            return
        }
        transmit(BellMessage(.got, number: message.number).bytes, place)
        guard arrived.insert(Arrival(place: place, number: message.number)).inserted else { return }
        onMessage?(message, place)
    }

    /// Gives up what has not arrived.
    public func close() {
        for task in pending.values { task.cancel() }
        pending = [:]
    }
}
