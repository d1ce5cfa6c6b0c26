import Capture
import Testing

@testable import Inspection

@Suite struct HostsFileTests {
    private func names(_ text: String) -> [String: String] {
        let file = HostsFile(Array(text.utf8))
        #expect(file.problems.isEmpty)
        return Dictionary(uniqueKeysWithValues: file.names.map { ($0.key.description, $0.value) })
    }

    @Test func `a line is an address, a name and more names, of which the first counts`() {
        let text = """
            # our lab
            127.1.0.1   alice alice.example
            127.1.0.2\tbob # the one with the old phone

              2001:db8::0:1 carol
            127.1.0.1 someone-else
            """
        #expect(names(text) == ["127.1.0.1": "alice", "127.1.0.2": "bob", "2001:db8::1": "carol"])
    }

    @Test func `lines may end as on other systems, and names are printable`() {
        #expect(names("127.1.0.1 alice\r\n127.1.0.2 b\u{1B}[2Jb\r\n") == ["127.1.0.1": "alice", "127.1.0.2": "b·[2Jb"])
    }

    @Test func `an IPv4 address in an IPv6 one is the same host`() {
        #expect(names("::ffff:127.1.0.1 alice") == ["127.1.0.1": "alice"])
    }

    @Test func `each problem has its line and its columns, and the other lines count`() {
        let file = HostsFile(Array("127.1.0.1 alice\n127.1.0.256 bob\n\t 127.1.0.3 # nobody\n".utf8))
        #expect(file.names.count == 1)
        #expect(file.problems.map(\.line) == [2, 3])
        #expect(file.problems.map(\.column) == [1, 3])
        #expect(file.problems.map(\.endColumn) == [12, 12])
        #expect(file.problems.map(\.message) == ["`127.1.0.256` is not an address", "the address has no name"])
    }

    @Test func `bytes that are not text are problems, and the first twenty are listed`() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 3) }
        #expect(HostsFile(bytes).problems.count == 20)
    }

    @Test func `a name in the file outranks one in the capture`() throws {
        let scratch = try Scratch()
        let text = try scratch.inspect(Talk.call().capture.bytes, .summary) {
            $0.hosts = HostsFile(Array("127.1.0.1 laptop\n127.0.0.1 main-server\n".utf8))
        }.text
        #expect(text.contains("  main-server  127.0.0.1"))
        #expect(text.contains("  laptop       127.1.0.1"))
        #expect(text.contains("  bob          127.1.0.2"))
        let lines = try scratch.inspect(Talk.call().capture.bytes, .packets) {
            $0.hosts = HostsFile(Array("127.1.0.1 laptop\n".utf8))
            $0.selection.participant = "laptop"
        }.text.lines
        #expect(lines.first?.hasPrefix("     1      0.000  laptop → coordinator") == true)
    }
}
