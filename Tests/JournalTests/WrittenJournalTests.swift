import Synchronization
import Testing
import Timing
import Wire

@testable import Journal

/// The written bytes.
@Suite struct WrittenJournalTests {
    private func text(_ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        write(&json)
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }

    @Test func `values are separated by commas, at every depth`() {
        let written = text { json in
            json.openArray()
            json.openObject()
            json.closeObject()
            json.openObject()
            json.key("a")
            json.null()
            json.key("b\"\n" as String)
            json.openArray()
            json.closeArray()
            json.key("c")
            json.boolean(true)
            json.closeObject()
            json.boolean(false)
            json.openArray()
            json.integer(1)
            json.integer(quoted: 2)
            json.hexadecimal(quoted: 3)
            json.closeArray()
            json.raw(Array("[]".utf8))
            json.text("t")
            json.number(0.5)
            json.seconds(nanoseconds: 1)
            json.address(SocketAddress(host: HostAddress(1, 22, 3, 255), port: 65_535))
            json.closeArray()
            json.newline()
            json.null()
        }
        let rest = #"[],"t",0.5,0.000000001,"1.22.3.255:65535"]"#
        #expect(
            written == #"[{},{"a":null,"b\"\n":[],"c":true},false,[1,"2","0000000000000003"],"# + rest + "\nnull")
    }

    @Test func `numbers have all their digits and no more`() {
        #expect(text { $0.integer(0) } == "0" && text { $0.integer(Int8(-128)) } == "-128")
        #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
        #expect(text { $0.integer(Int64.min) } == "-9223372036854775808")
        for number in [9, 10, 99, 100, 101, 1_000_000_000] { #expect(text { $0.integer(number) } == "\(number)") }
        #expect(text { $0.integer(quoted: .min) } == "\"-9223372036854775808\"")
        #expect(text { $0.integer(quoted: 0) } == "\"0\"")
        #expect(text { $0.hexadecimal(quoted: 0x0123_4567_89AB_CDEF) } == "\"0123456789abcdef\"")
        #expect(text { $0.seconds(nanoseconds: -1_500_000_000) } == "-1.500000000")
        #expect(text { $0.seconds(nanoseconds: .min) } == "-9223372036.854775808")
        #expect(text { $0.seconds(nanoseconds: 12_000_000_034) } == "12.000000034")
        #expect(text { $0.number(.infinity) } == "null" && text { $0.number(-2) } == "-2.0")
        #expect(text { $0.field("s", seconds: 0.1) } == #""s":0.100000000"#)
        #expect(text { $0.field("s", seconds: 1e300) } == #""s":1e+300"#)
    }

    @Test func `texts are escaped where they must be`() {
        #expect(text { $0.text("\u{1F}\u{20}\u{7F}\"\\/\r\u{10}é") } == #""\u001f \#u{7F}\"\\/\u000d\u0010é""#)
        #expect(text { $0.text("") } == "\"\"")
        #expect(text { $0.field("a", ["x", "\""]) } == #""a":["x","\""]"#)
        #expect(text { $0.field("a", [String]()) } == #""a":[]"#)
        #expect(text { $0.field("a", String?.none) }.isEmpty && text { $0.field("a", Int?.none) }.isEmpty)
        #expect(text { $0.field("a", [JournalAttribute]()) }.isEmpty)
        let attributes = [JournalAttribute("x", nil), JournalAttribute("y", [1, [true], 0.5, "t"])]
        #expect(text { $0.field("a", attributes) } == #""a":{"x":null,"y":[1,[true],0.5,"t"]}"#)
        #expect(attributes[1].value.description == "[1, [true], 0.5, t]" && attributes[0].value.description == "none")
        var json = JSONText(continuing: Array("x".utf8))
        json.null()
        json.null()
        #expect(json.bytes == Array("xnull,null".utf8))
        _ = json.takeBytes()
        json.null()
        #expect(json.takeBytes() == Array("null".utf8) && json.bytes.isEmpty)
    }

    @Test func `every kind of entry has its whole line`() {
        var journal = Journal()
        for (index, event) in EveryEvent.all.enumerated() {
            journal.append(event, at: Instant(nanoseconds: Int64(index) * 1_000_000_000))
        }
        let ends = #""from":"127.0.0.1:5683","to":"127.0.0.1:5683""#
        let datagram = #""kind":"datagram","datagram":1,\#(ends),"byteCount":1,"fate""#
        let rest = [
            #""kind":"runStarted","scenario":"s","file":"f","seed":1,"clock":"virtual"}"#,
            #""kind":"step","step":1,"line":1,"text":"t","phase":"began"}"#,
            #""kind":"call","participant":"p","call":1,"name":"n","arguments":{"planted":1}}"#,
            #""kind":"returned","participant":"p","call":1,"name":"n","value":1}"#,
            #""kind":"returned","participant":"p","call":1,"error":"t","message":"m"}"#,
            #""kind":"state","participant":"p","property":"q","from":1,"to":2,"cause":1}"#,
            #""kind":"event","participant":"p","type":"t","cid":"c","datagram":1}"#,
            #""kind":"datagrams",\#(ends),"ssrc":1,"first":1,"last":2,"sent":2,"received":1,"delayed":1,"byteCount":3}"#,
            #""kind":"fault","target":"p","text":"t"}"#,
            #""kind":"timer","owner":"p","label":"l","phase":"armed","until":0.000000000}"#,
            #""kind":"timer","owner":"p","label":"l","phase":"fired"}"#,
            #""kind":"timer","owner":"p","label":"l","phase":"cancelled"}"#,
            #""kind":"notification","participant":"p","name":"n","attributes":{"planted":1}}"#,
            #""kind":"log","source":"p","name":"n","attributes":{"planted":1}}"#,
            #""kind":"expectation","step":1,"line":1,"text":"t","outcome":"held"}"#,
            #""kind":"expectation","step":1,"line":1,"text":"t","outcome":"failed","expected":"e","actual":"a"}"#,
            #""kind":"verdict","verdict":"failed","reason":"r"}"#,
            #"\#(datagram):"sent","summary":"s"}"#,
            #"\#(datagram):"delayed","until":0.000000000,"summary":"s"}"#,
            #"\#(datagram):"received","summary":"s"}"#,
            #"\#(datagram):"lost","reason":"r","summary":"s"}"#,
            #"\#(datagram):"corrupted","summary":"s"}"#,
            #"\#(datagram):"duplicated","summary":"s"}"#,
            #"\#(datagram):"kernelDropped","summary":"s"}"#,
            #"\#(datagram):"undeliverable","summary":"s"}"#,
        ]
        let lines = rest.enumerated().map { #"{"number":\#($0 + 1),"time":\#($0).000000000,\#($1)"# }
        let written = String(decoding: journal.ndjson, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(written == lines)
        #expect(journal.entries.map(\.description) == lines)
    }

    @Test func `fields that an entry lacks are left out`() {
        func line(_ event: JournalEvent) -> String {
            String(JournalEntry(number: 1, time: .start, event: event).description.dropFirst(38))
        }
        let host = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 1)
        let ends = #""from":"127.0.0.1:1","to":"127.0.0.1:1""#
        let none = JournalEvent.Datagrams(
            from: host, to: host, ssrc: .max, numbers: nil, sent: 0, received: 1, delayed: 0, byteCount: 0)
        #expect(
            line(.datagrams(none)) == #""datagrams",\#(ends),"ssrc":4294967295,"sent":0,"received":1,"byteCount":0}"#)
        let lost = JournalEvent.Datagram(number: nil, from: host, to: host, byteCount: 2, fate: .sent)
        #expect(line(.datagram(lost)) == #""datagram",\#(ends),"byteCount":2,"fate":"sent"}"#)
        let fired = JournalEvent.Timer(owner: "p", label: "l", phase: .fired, armed: Instant(nanoseconds: 5))
        #expect(line(.timer(fired)) == #""timer","owner":"p","label":"l","phase":"fired","armed":0.000000005}"#)
        #expect(line(.verdict(.init(kind: .passed))) == #""verdict","verdict":"passed"}"#)
        #expect(line(.log(.init(name: "n"))) == #""log","name":"n"}"#)
        #expect(line(.fault(.init(text: "t"))) == #""fault","text":"t"}"#)
        let step = JournalEvent.Step(index: 2, line: 3, file: "f", text: "t", phase: .failed)
        #expect(line(.step(step)) == #""step","step":2,"line":3,"file":"f","text":"t","phase":"failed"}"#)
    }

    @Test func `each entry is given to the sink at once, with its number`() {
        let seen = Mutex<[Int]>([])
        var journal = Journal { entry in seen.withLock { $0.append(entry.number) } }
        #expect(journal.append(.log(.init(name: "a")), at: .start) == 1)
        #expect(seen.withLock { $0 } == [1])
        #expect(journal.append(.log(.init(name: "b")), at: .start) == 2)
        #expect(seen.withLock { $0 } == [1, 2])
    }

    @Test func `texts for a terminal command nothing`() {
        #expect("plain ~ text".withoutCommands() == "plain ~ text")
        #expect("a\u{1B}[2J\u{7F}\nb".withoutCommands() == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}b")
        #expect("a\nb\t".withoutCommands(keeping: ["\n"], substitute: "?") == "a\nb?")
        #expect("é🙂\u{200D}\u{FEFF}".withoutCommands() == "é🙂\u{200D}\u{FEFF}")
        let marks: [UInt32] = [
            0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0x2028, 0x2029, 0x85, 0x00, 0x1F, 0x9F,
        ]
        for value in marks {
            let scalar = Unicode.Scalar(value)
            #expect(scalar?.isCommand == true, "\(String(value, radix: 16))")
        }
        for value: UInt32 in [0x20, 0x7E, 0xA0, 0x61B, 0x200D, 0x2010, 0x2027, 0x202F, 0x2065, 0x206A, 0xAD] {
            #expect(Unicode.Scalar(value)?.isCommand == false, "\(String(value, radix: 16))")
        }
    }
}
