import Capture
import Testing
import Wire

@testable import Inspection

/// The facts that a journal adds to a capture.
@Suite struct JournalBesideTests {
    private func entry(_ kind: String, _ fields: String, time: String = "0.5") -> String {
        #"{"number":1,"time":\#(time),"kind":"\#(kind)",\#(fields)}"#
    }

    private func sent(_ number: Int) -> String { entry("datagram", #""datagram":\#(number),"fate":"sent""#) }
    private func lost(_ number: Int) -> String {
        entry("datagram", #""datagram":\#(number),"fate":"lost","reason":"loss""#)
    }
    private func state(_ participant: String, _ property: String, _ to: String, cause: Int? = nil) -> String {
        let rest = cause.map { #","cause":\#($0)"# } ?? ""
        return entry(
            "state", #""participant":"\#(participant)","property":"\#(property)","from":1,"to":\#(to)\#(rest)"#)
    }

    @Test func `a run has its scenario and its clock`() {
        let virtual = JournalBeside(lines: [entry("runStarted", #""scenario":"R\u001b-1","clock":"virtual""#)])
        #expect(virtual.isVirtual && virtual.scenario == "R·-1")
        let real = JournalBeside(lines: [entry("runStarted", #""scenario":"R-1","clock":"real""#)])
        #expect(!real.isVirtual && real.scenario == "R-1")
        #expect(JournalBeside(lines: ["", "x", #""kind":"state""#, entry("log", #""name":"n""#)]).scenario == nil)
    }

    @Test func `faults and changes of calling states have the packets before them`() {
        let beside = JournalBeside(lines: [
            state("alice", "callingState", #""outgoing""#), sent(1), sent(2),
            entry("fault", #""target":"bob","text":"cut""#, time: "1.25"), sent(3),
            entry("fault", #""text":"loss""#, time: "2"), state("alice", "roster", #"["a",null,true]"#),
            state("bob", "callingState", "null"), state("bob", "callingState", #"["a",1,{}]"#),
            entry("datagram", #""datagram":3,"fate":"received""#),
            entry("datagram", #""datagram":3,"fate":"delayed","until":1.000000000"#),
        ])
        #expect(
            beside.faults == [
                .init(afterPacket: 2, time: 1_250_000_000, participant: "bob", text: "cut"),
                .init(afterPacket: 3, time: 2_000_000_000, participant: nil, text: "loss"),
            ])
        #expect(
            beside.states == [
                .init(afterPacket: 0, time: 500_000_000, participant: "alice", text: "outgoing"),
                .init(afterPacket: 3, time: 500_000_000, participant: "bob", text: "none"),
                .init(afterPacket: 3, time: 500_000_000, participant: "bob", text: "[a, 1, none]"),
            ])
    }

    @Test func `a packet has the number of its datagram, unless datagrams are missing from the capture`() {
        let plain = JournalBeside(lines: [sent(1), sent(2), lost(2)])
        #expect(plain.losses == [2: "loss"])
        let skipped = JournalBeside(lines: [sent(1), sent(4), lost(4), lost(9)])
        #expect(skipped.losses == [2: "loss", 9: "loss"])
        let unnamed = entry("datagram", #""datagram":2,"fate":"lost""#)
        #expect(JournalBeside(lines: [unnamed]).losses == [2: "lost"])
        let runs = entry("datagrams", #""ssrc":1,"first":2,"last":7,"sent":6,"received":6,"byteCount":1"#)
        let fault = entry("fault", #""text":"cut""#)
        let joined = JournalBeside(lines: [sent(1), runs, fault, sent(8), fault, sent(12), lost(12), fault])
        #expect(joined.losses == [12: "loss"])
        #expect(joined.faults.map(\.afterPacket) == [7, 8, 12])
    }

    @Test func `the receiver of a datagram is the participant that it caused something for`() {
        let beside = JournalBeside(lines: [
            state("alice", "roster", "1", cause: 4), state("alice", "roster", "2", cause: 5),
            state("bob", "callingState", #""idle""#), state("bob", "roster", "1", cause: 6),
            entry("event", #""participant":"carol","type":"call.ring","datagram":7"#),
            entry("event", #""participant":"carol","type":"call.ring""#),
        ])
        #expect(beside.receivers == [4: "alice", 6: "bob", 7: "carol"])
    }

    private func change(_ property: String, _ from: String, _ to: String) -> String {
        entry("state", #""participant":"alice","property":"\#(property)","from":"\#(from)","to":"\#(to)""#)
    }

    /// The changes of a participant that rings in one call, is rung in another, and joins a third.
    private var threeCalls: [String] {
        [
            change("callingState", "idle", "outgoing"), change("ringingCall", "none", "default:a"),
            change("callingState", "outgoing", "idle"), change("ringingCall", "default:a", "none"),
            change("ringingCall", "none", "default:b"), change("callingState", "idle", "incoming"),
            change("callingState", "incoming", "idle"), change("callingState", "idle", "joining"),
            change("stage default:c", "idle", "joining"), change("callingState", "joining", "inCall"),
        ]
    }

    @Test func `a calling state has its call, also where the journal names it later`() {
        let beside = JournalBeside(lines: threeCalls)
        #expect(beside.states.map(\.text) == ["outgoing", "idle", "incoming", "idle", "joining", "inCall"])
        let calls = ["default:a", "default:a", "default:b", "default:b", "default:c", "default:c"]
        #expect(beside.states.map(\.call) == calls)
    }

    @Test func `the diagram of a call has no states of other calls`() {
        var request = InspectionRequest(file: "c.pcap", view: .ladder)
        request.selection.call = "default:b"
        let options = ViewOptions(request, linkType: .ethernet, JournalBeside(lines: threeCalls))
        var view = LadderView(options, .text)
        var bytes: [UInt8] = []
        let output = TextOutput {
            bytes += $0
            return true
        }
        view.finish(PacketReader(linkType: .ethernet), zero: 0, to: output)
        output.flush()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("alice: incoming") && text.contains("alice: idle"), "\(text)")
        #expect(!text.contains("outgoing") && !text.contains("joining") && !text.contains("inCall"), "\(text)")
    }

    @Test func `an intruder has a name`() {
        let fault = entry("fault", #""text":"an intruder sends 4 bytes""#)
        let host = IPAddress(HostAddress(127, 1, 0, 251))
        #expect(JournalBeside(lines: [fault]).outsiders == [host: "intruder"])
        #expect(JournalBeside(lines: [entry("fault", #""text":"cut""#)]).outsiders.isEmpty)
        #expect(HostNames(outsiders: [host: "intruder"]).text(host) == "intruder")
        #expect(HostNames(outsiders: [host: "intruder"], given: [host: "eve"]).all == ["eve"])
    }

    @Test func `a given name comes first, a sure one before a guess`() throws {
        let (one, two) = (IPAddress(HostAddress(127, 1, 0, 1)), IPAddress(HostAddress(127, 0, 0, 1)))
        let names = HostNames(given: [one: "desk"])
        #expect(names.text(one) == "desk" && names.text(two) == "127.0.0.1" && names[two] == nil)
        #expect(names.text(UDPEndpoint(host: two, port: 5)) == "127.0.0.1:5" && names.all == ["desk"])
        #expect(names.text(UDPEndpoint(host: one, port: 5)) == "desk")
        func header(_ given: [IPAddress: String], receivers: [Int: String]) throws -> [String] {
            var reader = PacketReader(linkType: .ethernet, names: HostNames(receivers: receivers, given: given))
            let scratch = try Scratch()
            let file = try CaptureFile(scratch.write(RecordedCapture.call))
            while try file.withNext({ record, bytes in _ = reader.read(record, bytes) }) {}
            return reader.names.all
        }
        #expect(try header([:], receivers: [:]) == ["alice", "bob", "coordinator"])
        #expect(try header([one: "desk"], receivers: [2: "alice-phone"]) == ["bob", "coordinator", "desk"])
        #expect(try header([:], receivers: [2: "alice-phone"]) == ["alice-phone", "bob", "coordinator"])
    }
}
