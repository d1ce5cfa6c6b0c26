import Chance
import Loop
import Sockets
import Timing
import Wire

/// Voices that one socket sends to many others in bursts, as an SFU does, on sockets of the network.
@MainActor
final class FanOut {
    private static let receivers = 16
    /// The packets to each receiver in one burst.
    private static let burst = 48
    private static let bursts = 400

    private let network: Network
    private let source: any DatagramSocket
    private let others: [any DatagramSocket]
    private let head: [UInt8]
    private var next: [UInt16]
    private var received: [UInt16]
    private var arrived = 0
    private var wrong = 0

    private init(joins: Bool) throws {
        network = Network(loop: .shared, randomStream: RandomStream(seed: 1))
        if joins { network.joinBursts() }
        source = try network.bind(host: HostAddress(127, 0, 1, 1), port: 4000)
        others = try (0..<Self.receivers).map { [network] in
            try network.bind(host: HostAddress(127, 1, 0, UInt8($0 + 1)), port: 4000)
        }
        let packet = RTP.Packet(
            payloadType: 0, sequenceNumber: 0, timestamp: 0, ssrc: 7, payload: [UInt8](repeating: 0xD5, count: 160))
        head = packet.encoded() ?? []
        next = Array(repeating: 0, count: others.count)
        received = next
        for (index, socket) in others.enumerated() {
            socket.onDatagram = { [unowned self] bytes, _ in take(bytes, at: index) }
        }
    }

    /// Checks the header and the number of a packet.
    private func take(_ bytes: [UInt8], at index: Int) {
        arrived += 1
        guard let header = try? RTP.Header(decoding: bytes.span), header.sequenceNumber == received[index],
            header.payloadRange.count == 160
        else {
            wrong += 1
            return
        }
        received[index] &+= 1
    }

    /// Sends a burst to every receiver.
    private func send() {
        network.burst(from: source) {
            for index in others.indices {
                for _ in 0..<Self.burst { source.send(packet(to: index), to: others[index].address) }
            }
        }
    }

    private func packet(to index: Int) -> [UInt8] {
        var packet = head
        packet[2] = UInt8(truncatingIfNeeded: next[index] >> 8)
        packet[3] = UInt8(truncatingIfNeeded: next[index])
        next[index] &+= 1
        return packet
    }

    /// The packets a second of one core that were made, sent, received and checked.
    static func perSecond(joins: Bool) async throws -> Double {
        let fanOut = try FanOut(joins: joins)
        defer { fanOut.network.close() }
        let loop = EventLoop.shared
        let cost = await Cost.of {
            for _ in 0..<bursts {
                fanOut.send()
                await withCheckedContinuation { continuation in
                    loop.onQuiet = { _ in
                        loop.onQuiet = nil
                        continuation.resume()
                        return .again
                    }
                }
            }
        }
        let all = bursts * burst * receivers
        precondition(fanOut.arrived == all && fanOut.wrong == 0, "\(fanOut.arrived) of \(all), \(fanOut.wrong) wrong")
        return Double(all) / cost.cpuSeconds
    }
}
