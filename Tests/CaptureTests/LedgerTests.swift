import Capture
import Foundation
import Testing
import Timing
import Wire

/// The file that a ledger capture makes of some payloads, one an instant.
func ledgerFile(_ payloads: [[UInt8]]) throws -> String {
    let file = try Probe.scratchFolder().appending(path: "ledger.pcap").path
    let session = try CaptureSession(environment: try CaptureEnvironment.prepare(.ledger), file: file)
    let from = SocketAddress(host: HostAddress(127, 1, 2, 3), port: 40_000)
    let to = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    for (index, payload) in payloads.enumerated() {
        session.record(from: from, to: to, bytes: payload, at: Instant(nanoseconds: Int64(index)))
    }
    let totals = try session.finish(at: .start)
    #expect(totals.mismatch == nil)
    #expect(totals.captured == payloads.count)
    return file
}

@Suite struct LedgerTests {
    @Test func `checksums are those of the RFCs, whatever the payload's length`() throws {
        let payloads = (0..<70).map { length in (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) } }
        let packets = try CaptureFile(ledgerFile(payloads)).packets()
        for (packet, payload) in zip(packets, payloads) {
            let bytes = packet.bytes
            #expect(bytes.count == 42 + payload.count)
            #expect(onesComplementSum(bytes[14..<34]) == 0xFFFF)
            let pseudoHeader = bytes[26..<34] + [0, 17] + bytes[38..<40]
            #expect(onesComplementSum(pseudoHeader + bytes[34...]) == 0xFFFF)
        }
    }

    @Test func `a checksum of zero is written as all ones`() throws {
        let bytes = try #require(try CaptureFile(ledgerFile([[0, 0]])).next()).bytes
        let checksum = [bytes[40], bytes[41]]
        let zeroed = try #require(try CaptureFile(ledgerFile([checksum])).next()).bytes
        #expect(Array(zeroed[40..<42]) == [0xFF, 0xFF])
    }

    @Test func `the longest datagram fits, and a longer one cannot have been sent`() throws {
        let packet = try #require(try CaptureFile(ledgerFile([[UInt8](repeating: 1, count: 65_507)])).next())
        #expect(try UDPDatagram(packet.bytes, linkType: .ethernet).payload.count == 65_507)
        let file = try Probe.scratchFolder().appending(path: "ledger.pcap").path
        let session = try CaptureSession(environment: try CaptureEnvironment.prepare(.ledger), file: file)
        let address = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 1)
        session.record(from: address, to: address, bytes: [UInt8](repeating: 1, count: 65_508), at: .start)
        #expect(try session.finish(at: .start).captured == 0)
    }

    @Test func `a file that cannot be made is an error that names it`() throws {
        let error = #expect(throws: CaptureError.self) {
            try CaptureSession(environment: try CaptureEnvironment.prepare(.ledger), file: "/nonexistent/capture.pcap")
        }
        #expect(
            error?.description == "cannot write the capture /nonexistent/capture.pcap: No such file or directory")
    }

    @Test func `a full disk is an error, not a shorter file`() throws {
        // The flush writes the content of the C library's buffer of 4 KiB; more is written earlier.
        for size in [1000, 60_000] {
            let session = try CaptureSession(
                environment: try CaptureEnvironment.prepare(.ledger), file: "/dev/full")
            let address = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 1)
            session.record(from: address, to: address, bytes: [UInt8](repeating: 1, count: size), at: .start)
            let error = #expect(throws: CaptureError.self) { try session.finish(at: .start) }
            #expect(error?.description == "cannot write the capture /dev/full: No space left on device")
        }
    }

    @Test func `an instant at the end of time is held at the end`() throws {
        let file = try Probe.scratchFolder().appending(path: "ledger.pcap").path
        let session = try CaptureSession(environment: try CaptureEnvironment.prepare(.ledger), file: file)
        let address = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 1)
        session.record(from: address, to: address, bytes: [1], at: .distantFuture)
        session.record(from: address, to: address, bytes: [1], at: Instant(nanoseconds: .min))
        #expect(try session.finish(at: .start).captured == 2)
        #expect(try CaptureFile(file).packets().last?.record.nanosecondsSince1970 == 0)
    }

    /// The sum of RFC 1071 the slow way.
    private func onesComplementSum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            sum += index.isMultiple(of: 2) ? UInt32(byte) << 8 : UInt32(byte)
            sum = (sum & 0xFFFF) + (sum >> 16)
        }
        return sum
    }
}
