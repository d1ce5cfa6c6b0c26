import Chance
import Journal
import Loop
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary
@testable import Sockets

/// The journal and the packets of a run.
@MainActor
@Suite struct RunRecordTests {
    private static let ends = "from 127.1.0.1:50000, to 127.0.0.1:5683"
    private static let ping: [UInt8] = [0x40, 0, 0, 1]

    private var recording = Recording()

    nonisolated static let later: [(fate: DatagramRecord.Fate, entry: String)] = [
        (.received, "fate received"), (.lost(.chance), "fate lost, reason chance"),
        (.lost(.checksum), "fate lost, reason checksum"), (.duplicated, "fate duplicated"),
        (.corrupted(.byte(at: 3, mask: 1)), "fate corrupted, summary byte 3 changed"),
        (.kernelDropped, "fate kernelDropped"), (.undeliverable, "fate undeliverable"),
    ]

    @Test(arguments: later)
    mutating func `a datagram has an entry for each event, and the last fate`(
        _ fate: DatagramRecord.Fate, _ entry: String
    ) {
        let number = recording.send(Self.ping)
        recording.happen(number, Self.ping, fate)
        let head = "datagram: datagram 1, \(Self.ends), byteCount 4, "
        #expect(recording.entries == [head + "fate sent, summary CON 1", head + entry])
        let name = recording.record.packet(number)?.fate.name
        #expect(name == entry.split { " ,".contains($0) }.dropFirst().first.map(String.init))
        #expect(recording.record.unsentPackets.isEmpty)
    }

    @Test mutating func `a datagram that was damaged or duplicated keeps that fate when it arrives`() {
        let fates: [(DatagramRecord.Fate, DatagramRecord.Fate, String)] = [
            (.corrupted(.bit(0)), .received, "corrupted"), (.duplicated, .received, "duplicated"),
            (.corrupted(.bit(0)), .lost(.queue), "lost"), (.duplicated, .undeliverable, "undeliverable"),
            (.received, .duplicated, "duplicated"),
        ]
        for bytes in [Self.ping, SampleDatagram.rtp(1)] {
            for (first, second, name) in fates {
                let number = recording.send(bytes)
                recording.happen(number, bytes, first)
                recording.happen(number, bytes, second)
                #expect(recording.decoded(number)?.packet.fate.name == name)
            }
        }
    }

    @Test mutating func `a packet has its place, its time, its content and the number of its entry`() throws {
        recording.record.log("sfu", "began", [JournalAttribute("n", 1)])
        let number = recording.send(SampleDatagram.request)
        let packet = try #require(recording.record.packet(number))
        #expect(packet.number == 1 && packet.time == Recording.time && packet.entry == 2)
        #expect(packet.from == Recording.alice && packet.to == Recording.server)
        #expect(packet.byteCount == SampleDatagram.request.count && packet.bytes == SampleDatagram.request)
        #expect(packet.dissection.path == "/video/a" && packet.fate == .sent)
        #expect(recording.entries.first == "log: source sfu, name began, attributes n 1")
        let media = recording.send(SampleDatagram.rtp(7))
        let sample = try #require(recording.record.mediaPackets.first)
        #expect(sample.number == media && sample.entry == 3 && sample.byteCount == 20)
        #expect(sample.dissection == Dissection(kind: .rtp, summary: "RTP 9 no. 7 type 0"))
        #expect(sample.bytes == SampleDatagram.rtp(7) && sample.from == Recording.alice && sample.time == packet.time)
        #expect(recording.record.packets.count == 1)
    }

    @Test mutating func `bytes and single RTP packets are kept where the scenario needs them`() {
        var recording = Recording(bytes: false, media: false)
        recording.send(Self.ping)
        recording.send(SampleDatagram.rtp(1))
        #expect(recording.record.packets.map(\.bytes) == [[]] && recording.record.packets.map(\.byteCount) == [4])
        #expect(recording.record.mediaPackets.isEmpty)
    }

    @Test func `a packet is found by its number, although others have none`() {
        for number in [2, 3, 7, 8] { recording.happen(number, Self.ping, .sent) }
        let found = (0...10).map { recording.record.packet($0)?.number }
        #expect(found == [nil, nil, 2, 3, nil, nil, nil, 7, 8, nil, nil])
        recording.happen(3, Self.ping, .received)
        #expect(recording.record.packets.map(\.fate.name) == ["sent", "received", "sent", "sent"])
        recording.happen(5, Self.ping, .received)
        #expect(recording.record.packets.map(\.fate.name) == ["sent", "received", "sent", "sent"])
    }

    @Test func `a datagram that a link delays or lost is not sent yet`() {
        let now = EventLoop.shared.now
        let future = now.advanced(by: .nanoseconds(1))
        recording.happen(nil, Self.ping, .delayed(until: future))
        recording.happen(nil, Self.ping, .delayed(until: now))
        recording.happen(nil, SampleDatagram.request, .lost(.queue))
        recording.happen(4, SampleDatagram.check, .lost(.chance))
        recording.happen(nil, SampleDatagram.rtp(1), .lost(.chance))
        let unsent = recording.record.unsentPackets
        #expect(unsent.map(\.dissection.summary) == ["CON 1", "CON 4660 POST /video/a"])
        #expect(unsent.map(\.fate) == [.delayed(until: future), .lost(reason: "queue")])
        #expect(unsent.map(\.number) == [0, 0] && recording.record.packets.isEmpty)
        #expect(
            recording.entries == [
                "datagram: \(Self.ends), byteCount 4, fate delayed, until \(future)",
                "datagram: \(Self.ends), byteCount 4, fate delayed, until \(now)",
                "datagram: \(Self.ends), byteCount \(SampleDatagram.request.count), fate lost, reason queue",
                "datagram: datagram 4, \(Self.ends), byteCount 40, fate lost, reason chance",
                "datagram: \(Self.ends), byteCount 20, fate lost, reason chance, summary RTP 9 no. 1 type 0",
            ])
    }

    @Test(arguments: [(0, 0, 0), (1, 1, 0), (512, 512, 0), (513, 257, 256), (768, 512, 256), (769, 257, 512)])
    func `of many datagrams that were not sent the last ones are kept`(_ count: Int, _ kept: Int, _ first: Int) {
        for number in 0..<count {
            recording.happen(nil, [0x40, 0, UInt8(number >> 8), UInt8(number & 255)], .lost(.queue))
        }
        let unsent = recording.record.unsentPackets
        #expect(unsent.count == kept)
        #expect(unsent.first?.dissection.summary == (count == 0 ? nil : "CON \(first)"))
    }

    @Test func `a datagram before its sending has the form of a packet`() throws {
        let record = DatagramRecord(
            number: nil, time: Recording.time, from: Recording.alice, to: Recording.server, bytes: SampleDatagram.check,
            fate: .delayed(until: .start))
        let packet = try #require(recording.record.unsentPacket(record))
        #expect(packet.number == 0 && packet.fate == .sent && packet.byteCount == 40 && packet.time == Recording.time)
        #expect(packet.from == Recording.alice && packet.to == Recording.server)
        #expect(packet.bytes == SampleDatagram.check)
        #expect(packet.dissection.method == "Binding" && recording.entries.isEmpty)
    }

    @Test mutating func `each datagram before its sending is read by its own bytes, and may repeat a sent one`() {
        recording.send([0x40, 0, 0, 2])
        let record = recording.record
        let packets = [Self.ping, [0x40, 0, 0, 2]].compactMap { bytes in
            record.unsentPacket(
                DatagramRecord(
                    number: nil, time: Recording.time, from: Recording.alice, to: Recording.server, bytes: bytes,
                    fate: .delayed(until: .start)))
        }.map { record.reader.decoded($0, in: record) }
        let numbers = packets.map { packet in
            if case .coap(let message) = packet.content { Int(message.messageID) } else { 0 }
        }
        #expect(numbers == [1, 2] && packets.map(\.isResent) == [false, true])
    }

    @Test mutating func `RTP has runs in the journal, and an entry of its own for another fate`() {
        let bytes = SampleDatagram.rtp(5)
        let number = recording.send(bytes)
        recording.happen(number, bytes, .received)
        recording.happen(number, bytes, .corrupted(.truncation(to: 3)))
        recording.happen(number, bytes, .undeliverable)
        let run = "datagrams: \(Self.ends), ssrc 9, "
        let own = "datagram: datagram 1, \(Self.ends), byteCount 20, "
        let entries = [
            run + "first 1, last 1, sent 1, received 0, byteCount 20",
            own + "fate corrupted, summary RTP 9 no. 5 type 0: cut off after 3 bytes",
            own + "fate undeliverable, summary RTP 9 no. 5 type 0",
        ]
        #expect(recording.entries == entries)
        recording.record.finish()
        #expect(recording.entries == entries + [run + "sent 0, received 1, byteCount 0"])
        #expect(recording.record.media.count({ _, _ in true }, size: { _ in true }) == 1)
    }

    @Test func `a journal that is full ends the run once, and has room for the verdict`() {
        let recording = Recording(limit: 2)
        var ends = 0
        recording.record.onFull = { ends += 1 }
        for name in ["a", "b"] { recording.record.log(nil, name) }
        #expect(!recording.record.isFull && ends == 0)
        for name in ["c", "d"] { recording.record.log(nil, name) }
        #expect(recording.record.isFull && ends == 1)
        recording.record.conclude(.init(kind: .hung, reason: "r"))
        #expect(recording.entries == ["log: name a", "log: name b", "verdict: verdict hung, reason r"])
        #expect(
            recording.record.fullness
                == "the journal has 2 entries, which is the most that a run can have; "
                + "`journalLimit` in `settings` sets another limit")
    }

    @Test func `a record without entries passes on its events`() {
        let recording = Recording(limit: 0, isKept: false)
        var names: [String] = []
        recording.record.onEvent = { names.append($0.kind.name) }
        recording.record.log("a", "b")
        recording.happen(nil, Self.ping, .lost(.queue))
        #expect(names == ["log", "datagram"] && recording.entries.isEmpty && !recording.record.isFull)
        #expect(recording.record.unsentPackets.isEmpty)
    }
}
