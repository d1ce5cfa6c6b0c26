import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The checks of a driver's messages, with a driver at port 1 and a server at port 2.
@Suite struct DriverWatchTests {
    private static let driver = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 2)
    /// A confirmable FETCH of the coordinator's events with message id 1 and token 7.
    private static let subscription: [UInt8] =
        [0x41, 5, 0, 1, 7, 0x60, 0x55] + Array("video".utf8) + [0x07] + Array("connect".utf8)
    /// A confirmable DELETE of the connection with message id 2 and token 8.
    private static let deletion: [UInt8] =
        [0x41, 4, 0, 2, 8, 0xB5] + Array("video".utf8) + [0x07] + Array("connect".utf8)
    private static let acknowledgement: [UInt8] = [0x60, 0, 0, 1]
    /// A confirmable notification with message id 9.
    private static let notification: [UInt8] = [0x41, 0x45, 0, 9, 7, 0x61, 1]

    private var watch = DriverWatch()

    private static func record(_ bytes: [UInt8], byDriver: Bool, at time: Instant) -> DatagramRecord {
        let (from, to) = byDriver ? (driver, server) : (server, driver)
        return DatagramRecord(number: 1, time: time, from: from, to: to, bytes: bytes, fate: .sent)
    }

    private mutating func up(_ bytes: [UInt8], after offset: Duration = .zero) {
        watch.made(Self.record(bytes, byDriver: true, at: Instant.start.advanced(by: offset)))
    }

    private mutating func down(_ bytes: [UInt8], arrives: Bool = true) {
        let record = Self.record(bytes, byDriver: false, at: .start)
        watch.sentByServer(record)
        if arrives { watch.received(record) }
    }

    @Test mutating func `a message that has arrived and is sent again was not acknowledged`() throws {
        up(Self.subscription)
        down(Self.acknowledgement)
        down(Self.notification)
        #expect(watch.violation == nil)
        down(Self.notification)
        #expect(try #require(watch.violation).contains("its receiver has not acknowledged this confirmable message"))
    }

    @Test(arguments: [0x60, 0x70] as [UInt8])
    mutating func `an acknowledgement or a reset is enough, also when it is lost`(_ first: UInt8) {
        up(Self.subscription)
        down(Self.acknowledgement)
        for _ in 0..<2 {
            down(Self.notification)
            up([first, 0, 0, 9])
        }
        #expect(watch.violation == nil)
    }

    @Test mutating func `a message needs an acknowledgement only after that of the stream's request`() {
        up(Self.subscription)
        down(Self.notification)
        down(Self.notification)
        #expect(watch.violation == nil)
    }

    @Test mutating func `a message needs no acknowledgement after the end of its stream, or when it was lost`() {
        up(Self.subscription)
        down(Self.acknowledgement)
        down(Self.notification, arrives: false)
        down(Self.notification)
        up(Self.deletion)
        down(Self.notification)
        #expect(watch.violation == nil)
    }

    @Test(arguments: [(.zero, true), (.seconds(246), true), (.seconds(247), false)] as [(Duration, Bool)])
    mutating func `a message id belongs to one request for 247 s`(_ wait: Duration, _ isWrong: Bool) {
        up(Self.subscription)
        up(Self.subscription, after: .milliseconds(2500))
        #expect(watch.violation == nil)
        up([0x41, 4, 0, 1, 8] + Self.deletion.dropFirst(5), after: wait)
        #expect(watch.violation?.hasSuffix("its message id 1 is that of another request") == (isWrong ? true : nil))
    }

    @Test(arguments: [([], "no Content-Format"), ([0x11, 50], "the Content-Format 50")] as [([UInt8], String)])
    mutating func `a body has the Content-Format of CBOR`(_ format: [UInt8], _ text: String) throws {
        up([0x41, 2, 0, 1, 7, 0xB1, 0x61] + [0x11, 60, 0xFF, 0xA0])
        #expect(watch.violation == nil)
        up([0x41, 2, 0, 2, 7, 0xB1, 0x61] + format + [0xFF, 0xA0])
        #expect(try #require(watch.violation).hasSuffix("its body has \(text), and not 60"))
    }
}
