import Chance
import Testing
import Timing
import Wire

@testable import Sockets

/// Selections of datagrams.
@MainActor
@Suite struct ChosenPacketsTests {
    private func record(_ byte: UInt8) -> DatagramRecord {
        let address = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 1)
        return DatagramRecord(number: nil, time: .start, from: address, to: address, bytes: [byte], fate: .sent)
    }

    /// The effects on datagrams with these bytes, each the number of its selection, or 0.
    private func effects(
        _ choices: [(PacketNumbers, ClosedRange<UInt8>)], on bytes: [UInt8]
    ) -> (effects: [Int], isEmpty: Bool) {
        let packets = ChosenPackets<Int>()
        for (number, choice) in choices.enumerated() {
            packets.choose(choice.0, number + 1) { choice.1.contains($0.bytes[0]) }
        }
        return (bytes.map { packets.effect(on: record($0)) ?? 0 }, packets.isEmpty)
    }

    @Test func `a selection takes the next ones, those with its numbers, or all`() {
        let all: ClosedRange<UInt8> = 0...255
        #expect(effects([], on: [1, 2]) == ([0, 0], true))
        #expect(effects([(.next(0), all)], on: [1, 2]) == ([0, 0], true))
        #expect(effects([(.next(2), all)], on: [1]) == ([1], false))
        #expect(effects([(.next(2), all)], on: [1, 2, 3]) == ([1, 1, 0], true))
        #expect(effects([(.numbers([]), all)], on: [1]) == ([0], true))
        #expect(effects([(.numbers([1, 3]), all)], on: [1, 2]) == ([1, 0], false))
        #expect(effects([(.numbers([1, 3]), all)], on: [1, 2, 3, 4]) == ([1, 0, 1, 0], true))
        #expect(effects([(.numbers([0, -1]), all)], on: [1]) == ([0], true))
        #expect(effects([(.numbers([]), all), (.next(1), all)], on: [1, 2]) == ([2, 0], true))
        #expect(effects([(.all, all)], on: [1, 2, 3]) == ([1, 1, 1], false))
        #expect(effects([(.all, 5...9)], on: [4, 5, 9, 10]) == ([0, 1, 1, 0], false))
    }

    @Test func `the first selection that matches counts a datagram, and later ones do not see it`() {
        #expect(effects([(.numbers([2]), 1...5), (.next(1), 1...9)], on: [1, 7, 2, 3]) == ([0, 2, 1, 0], true))
        #expect(effects([(.next(1), 1...5), (.next(2), 1...9)], on: [1, 2, 3, 4]) == ([1, 2, 2, 0], true))
        #expect(effects([(.all, 1...5), (.all, 1...9)], on: [1, 9, 5, 6]) == ([1, 2, 1, 2], false))
        #expect(
            effects([(.next(1), 9...9), (.next(1), 1...1), (.all, 1...9)], on: [1, 1, 9, 9]) == ([2, 3, 1, 3], false))
    }

    @Test func `removed selections have no effect, and new ones count anew`() {
        let packets = ChosenPackets<Int>()
        packets.choose(.numbers([2]), 1) { _ in true }
        #expect(packets.effect(on: record(1)) == nil)
        packets.removeAll()
        #expect(packets.isEmpty && packets.effect(on: record(1)) == nil)
        packets.choose(.numbers([2]), 2) { _ in true }
        #expect([1, 1, 1].map { packets.effect(on: record($0)) } == [nil, 2, nil])
        #expect(packets.isEmpty)
    }
}

/// The dynamic ports of a host.
@MainActor
@Suite struct DynamicPortTests {
    @Test func `ports are given from the first dynamic one to the last, and then from the first again`() {
        let link = HostLink()
        let ports = (0..<16_386).map { _ in link.takeDynamicPort() }
        #expect(ports.prefix(16_384) == Array(49_152...65_535)[...])
        #expect(ports.suffix(2) == [49_152, 49_153])
    }
}
