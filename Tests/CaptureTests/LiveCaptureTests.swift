import Capture
import Foundation
import Testing
import Timing
import Wire

@Suite struct LiveCaptureTests {
    @Test(arguments: [Probe.User.same, .unprivileged, .withoutAdministration])
    func `a process captures in a network of its own, root or not`(_ user: Probe.User) throws {
        let probe = try Probe.run("live", traffic: "steps", count: 12, as: user)
        #expect(probe.status == 0, "\(probe.output)")
        #expect(probe["kind"] == "namespace")
        #expect(probe["own"] == "true")
        #expect(probe["note"] == "")
        #expect(probe["sent"] == "12")
        #expect(probe["captured"] == "12")
        #expect(probe["mismatch"] == "")
        try expectSteps(12, in: probe.file)
    }

    @Test func `on the host's interface only the process's own datagrams are kept`() throws {
        let probe = try Probe.run("without-namespaces", "auto", traffic: "noise", count: 12, as: .unprivileged)
        #expect(probe.status == 0, "\(probe.output)")
        #expect(probe["kind"] == "host")
        #expect(probe["own"] == "false")
        #expect(probe["captured"] == "12")
        #expect(probe["foreign"] == "12")
        #expect(probe["mismatch"] == "")
        try expectSteps(12, in: probe.file)
    }

    @Test func `without any right the ledger is written, with advice to the user`() throws {
        let probe = try Probe.run("without-privilege", "auto", traffic: "steps", count: 12, as: .unprivileged)
        #expect(probe.status == 0, "\(probe.output)")
        #expect(probe["kind"] == "ledger")
        #expect(
            probe["note"]
                == "The capture is written from what the sockets sent, not captured live: the system's setting "
                + "user.max_user_namespaces=0 allows no network of its own. "
                + "`sudo sysctl -w user.max_user_namespaces=10000` would permit it.")
        #expect(probe["captured"] == "12")
        #expect(probe["mismatch"] == "")
        try expectSteps(12, in: probe.file)
    }

    @Test func `a live capture that is not permitted is an error with advice`() throws {
        let probe = try Probe.run("without-privilege", "live", traffic: "steps", count: 12, as: .unprivileged)
        #expect(probe.status == 2)
        #expect(
            probe["error"]
                == "a live capture is not permitted: the system's setting user.max_user_namespaces=0 allows no "
                + "network of its own. `sudo sysctl -w user.max_user_namespaces=10000` would permit it.")
        #expect(!FileManager.default.fileExists(atPath: probe.file))
    }

    @Test func `a second capture with the same ring knows nothing of the first`() throws {
        let probe = try Probe.run("live", traffic: "second", count: 12, as: .unprivileged)
        #expect(probe.status == 0, "\(probe.output)")
        #expect(probe["first dropped"].flatMap { Int($0) }.map { $0 > 0 } == true)
        for (key, value) in [("sent", "12"), ("captured", "12"), ("foreign", "0"), ("dropped", "0"), ("mismatch", "")] {
            #expect(probe[key] == value, "\(key)")
        }
        try expectSteps(12, in: probe.file)
    }

    @Test func `live and ledger captures of the same datagrams are the same file`() throws {
        let live = try Probe.run("live", traffic: "steps", count: 12)
        let ledger = try Probe.run("ledger", traffic: "steps", count: 12)
        #expect(live["kind"] == "namespace")
        #expect(ledger["kind"] == "ledger")
        #expect(ledger["own"] == "true", "a network of its own is useful without capture, too")
        #expect(ledger["note"] == "")
        #expect(live["digest"] == ledger["digest"])
        #expect(try Data(contentsOf: URL(filePath: live.file)) == Data(contentsOf: URL(filePath: ledger.file)))
    }

    @Test func `without capture there is no file`() throws {
        let probe = try Probe.run("off", traffic: "steps", count: 12)
        #expect(probe.status == 0, "\(probe.output)")
        #expect(probe["kind"] == "off")
        #expect(probe["captured"] == "0")
        #expect(!FileManager.default.fileExists(atPath: probe.file))
    }

    @Test func `unreported datagrams are a mismatch in an own network`() throws {
        let probe = try Probe.run("live", traffic: "noise", count: 12)
        #expect(probe["mismatch"] == "12 datagrams sent, 24 captured, 0 dropped by the kernel")
    }

    @Test func `a burst of more datagrams than the ring holds is captured whole`() throws {
        let count = CaptureSession.ringCapacity * 5
        let probe = try Probe.run("live", traffic: "burst", count: count)
        #expect(probe["captured"] == "\(count)")
        #expect(probe["mismatch"] == "")
        let file = try CaptureFile(probe.file)
        var seen = 0
        while try file.withNext({ _, bytes in
            let payload = try UDPDatagram(bytes, linkType: .ethernet).payload
            #expect(bytes.extracting(payload).text == "datagram \(seen)")
        }) {
            seen += 1
        }
        #expect(seen == count)
    }

    @Test func `the kernel's drops at a full ring are reported`() throws {
        let probe = try Probe.run("live", traffic: "overflow", count: CaptureSession.ringCapacity * 3)
        let captured = try #require(probe["captured"].flatMap { Int($0) })
        let dropped = try #require(probe["dropped"].flatMap { Int($0) })
        #expect(captured >= CaptureSession.ringCapacity)
        #expect(captured + dropped == CaptureSession.ringCapacity * 3)
        #expect(probe["mismatch"]?.contains("\(dropped) dropped") == true)
    }

    @Test func `a datagram longer than a slot is counted, cut and reported`() throws {
        let probe = try Probe.run("live", traffic: "growing", count: 3)
        #expect(probe["captured"] == "3")
        #expect(probe["cut"] == "2")
        #expect(probe["mismatch"]?.contains("\(CaptureSession.largestDatagram) bytes") == true)
        let packets = try CaptureFile(probe.file).packets()
        #expect(packets.map(\.record.wireLength) == [1042, 2042, 3042])
        #expect(packets.map(\.bytes.count) == [1042, 1920, 1920])
        #expect(throws: DissectionError.truncated(.ipv4, needed: 2028, available: 1906)) {
            try UDPDatagram(packets[1].bytes, linkType: .ethernet)
        }
    }

    @Test func `with the real clock packets keep the kernel's time`() throws {
        let before = Date().timeIntervalSince1970
        let probe = try Probe.run("live", traffic: "realTime", count: 12)
        let after = Date().timeIntervalSince1970
        let times = try CaptureFile(probe.file).packets().map { Double($0.record.nanosecondsSince1970) / 1e9 }
        #expect(times.count == 12)
        #expect(times == times.sorted())
        #expect(times.allSatisfy { (before...after).contains($0) })
    }

    /// Expects the datagrams of the probe's `steps`: who sent what to whom, and when.
    private func expectSteps(_ count: Int, in path: String) throws {
        let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 40_001)
        let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 45_683)
        let file = try CaptureFile(path)
        #expect(file.linkType == .ethernet)
        let packets = try file.packets()
        #expect(packets.count == count)
        for (index, packet) in packets.enumerated() {
            let datagram = try UDPDatagram(packet.bytes, linkType: file.linkType)
            #expect(packet.record.number == index + 1)
            #expect(packet.record.instant().nanoseconds == Int64(index / 3) * 250_000_007)
            #expect(packet.record.wireLength == packet.bytes.count)
            #expect(datagram.source == (index.isMultiple(of: 2) ? client : server))
            #expect(datagram.destination == (index.isMultiple(of: 2) ? server : client))
            #expect(String(decoding: packet.bytes[datagram.payload], as: UTF8.self) == "datagram \(index)")
        }
    }
}

extension Span<UInt8> {
    fileprivate var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }
}
