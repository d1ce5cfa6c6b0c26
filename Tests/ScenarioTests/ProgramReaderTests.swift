import CallLibraryGuest
import Testing
import Wire

@testable import ScenarioLanguage

/// Outside programs with hosts of their own, as files describe them.
@Suite struct ProgramReaderTests {
    private static func file(_ programs: String) -> String {
        """
        id: P-1
        name: n
        programs: \(programs)
        participants: []
        variables: {limit: 5s, list: [a]}
        steps: [{wait: 1s}]

        """
    }

    @Test(arguments: [
        (
            "{one: {}}",
            "3:12: error: a program needs `command`, the program and its arguments, as a list; it is "
                + "started in a folder of its own; add a line like `command: [kamailio, -DD, -E]`"
        ),
        (
            "{one: {command: a}}",
            "3:27: error: `command` is a list of a program and its arguments; write `command: "
                + "[baresip, -f, .]`"
        ),
        (
            "{one: {command: []}}",
            "3:27: error: `command` is a list of a program and its arguments; write `command: "
                + "[baresip, -f, .]`"
        ),
        ("{one: {command: [a, [b]]}}", "3:31: error: expected a text, not a list"),
        ("{one: {comand: [a]}}", "3:18: error: a program has no key `comand`; did you mean `command`?"),
        (
            "{one: {command: [a], files: /x}}",
            "3:39: error: `/x` is not seen from the scenario's folder; name a folder beside the "
                + "scenario, like `files: phone`"
        ),
        (
            "{one: {command: [a], files: ../x}}",
            "3:39: error: `../x` is not seen from the scenario's folder; name a folder beside the "
                + "scenario, like `files: phone`"
        ),
        (
            "{one: {command: [a], files: {a b: x}}}",
            "3:40: error: `a b` cannot be the name of a file; use at most 64 letters, digits, `-`, "
                + "`_` and `.`, and start with a letter or digit"
        ),
        ("{one: {command: [a], files: {a.txt: [x]}}}", "3:47: error: expected a text, not a list"),
        (
            "{one: {command: [a], files: {a.txt: \"${zzz}\"}}}",
            "3:47: error: `${zzz}` is neither a variable nor a value of a program; it can be `name`, "
                + "`host`, `folder`, `scenario`, `one.host`, `limit` or `list`"
        ),
        (
            "{one: {command: [\"${hst}\"]}}",
            "3:28: error: `${hst}` is neither a variable nor a value of a program; did you mean "
                + "`host`?"
        ),
        (
            "{one: {command: [\"${list}\"]}}",
            "3:28: error: `${list}` is neither a variable nor a value of a program; it can be "
                + "`name`, `host`, `folder`, `scenario`, `one.host`, `limit` or `list`"
        ),
        (
            "{one: {command: [\"${two.host}\"]}}",
            "3:28: error: `${two.host}` is neither a variable nor a value of a program; it can be "
                + "`name`, `host`, `folder`, `scenario`, `one.host`, `limit` or `list`"
        ),
        (
            "{one: {command: [\"${limit\"]}}",
            "3:28: error: `${` without the name of a program's value and `}`; write it like "
                + "`${host}`; `$${` stands for `${` itself"
        ),
        (
            "{one: {command: [\"${a b}\"]}}",
            "3:28: error: `${` without the name of a program's value and `}`; write it like "
                + "`${host}`; `$${` stands for `${` itself"
        ),
        (
            "{one: {command: [a], address: 10.0.0}}",
            "3:41: error: `10.0.0` is not an address that a host can have; write an IPv4 address "
                + "such as `10.0.0.20`"
        ),
        (
            "{one: {command: [a], address: 127.0.0.9}}",
            "3:41: error: `127.0.0.9` is not an address that a host can have; write an IPv4 address "
                + "such as `10.0.0.20`"
        ),
        (
            "{one: {command: [a], address: 224.0.0.1}}",
            "3:41: error: `224.0.0.1` is not an address that a host can have; write an IPv4 address "
                + "such as `10.0.0.20`"
        ),
        (
            "{one: {command: [a], address: 0.0.0.1}}",
            "3:41: error: `0.0.0.1` is not an address that a host can have; write an IPv4 address "
                + "such as `10.0.0.20`"
        ),
        (
            "{one: {command: [a], address: 10.0.0.5}, two: {command: [b], address: 10.0.0.5}}",
            "3:52: error: two programs have the address 10.0.0.5"
        ),
        ("{one: {command: [a], address: [x]}}", "3:41: error: expected a text, not a list"),
        (
            "{one: {command: [a], ready: 5}}",
            "3:39: error: `ready` is a mapping, not a number; write it like `ready: {udp: 5060, "
                + "within: 5s}`"
        ),
        (
            "{one: {command: [a], ready: {}}}",
            "3:39: error: `ready` names one of udp, tcp and line; write it like `ready: {udp: 5060, "
                + "within: 5s}`"
        ),
        ("{one: {command: [a], ready: {udp: 0}}}", "3:45: error: `0` is not a whole number from 1 to 65535"),
        ("{one: {command: [a], ready: {udp: 65536}}}", "3:45: error: `65536` is not a whole number from 1 to 65535"),
        ("{one: {command: [a], ready: {tcp: 0}}}", "3:45: error: `0` is not a whole number from 1 to 65535"),
        (
            "{one: {command: [a], ready: {udp: 5, tcp: 6}}}",
            "3:39: error: `ready` names one of udp, tcp and line; write it like `ready: {udp: 5060, "
                + "within: 5s}`"
        ),
        (
            "{one: {command: [a], ready: {line: ''}}}",
            "3:46: error: a part of a line is one line of at most 200 characters"
        ),
        (
            "{one: {command: [a], ready: {line: a, within: 5}}}",
            "3:57: error: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        (
            "{one: {command: [a], ready: {within: 5s}}}",
            "3:39: error: `ready` names one of udp, tcp and line; write it like `ready: {udp: 5060, "
                + "within: 5s}`"
        ),
        ("{one: {command: [a], mayEnd: maybe}}", "3:40: error: `maybe` is neither true nor false"),
    ])
    func `a program that cannot be is reported at the wrong part`(_ programs: String, _ message: String) {
        #expect(complaints(Self.file(programs)) == [message])
    }

    @Test(arguments: [
        ("{}", "3:11: error: `programs` names no program"), ("[a]", "3:11: error: `programs` is a mapping, not a list"),
        (
            "{one: }",
            "3:17: error: a program is a mapping, not nothing; write it like `one: {command: [baresip, -f, .]}`"
        ),
        ("{sfu: {command: [a]}}", "3:12: error: a program cannot be called `sfu`, which means something else"),
        ("{5a: {command: [a]}}", "3:12: error: a program cannot be called `5a`; use at most 64 letters"),
        ("{one: {command: [a], ready: {lin: a}}}", "3:40: error: `ready` has no key `lin`; did you mean `line`?"),
    ])
    func `a mistake is not reported as a missing part as well`(_ programs: String, _ beginning: String) {
        let found = complaints(Self.file(programs))
        #expect(found.count == 1 && found.first?.hasPrefix(beginning) == true, "\(found)")
    }

    @Test func `a program's texts have no zero byte, and its command has a name`() {
        let zero = "a text for a program cannot have a zero byte; leave out `\\0`"
        #expect(complaints(Self.file(#"{one: {command: ["a\0"]}}"#)) == ["3:28: error: \(zero)"])
        #expect(complaints(Self.file(#"{one: {command: [a, "b\0"]}}"#)) == ["3:31: error: \(zero)"])
        #expect(complaints(Self.file(#"{one: {command: [a], files: {x: "b\0"}}}"#)) == ["3:43: error: \(zero)"])
        #expect(
            complaints(Self.file("{one: {command: ['', a]}}")) == [
                "3:27: error: a program without a name cannot be started"
            ])
    }

    private func programs(_ text: String) throws -> [ProgramSpec] { try read(Self.file(text)).programs }

    @Test func `a program has a command, files, an address and a sign, or the usual ones`() throws {
        let specs = try programs(
            """
            {one: {command: [a, "-p ${limit}", "${two.host}", "$${x}"], files: {a.txt: "${host}", b: ""},
              address: 10.0.0.9, ready: {udp: 5060, within: 3s}, mayEnd: true}, two: {command: [b]}}
            """)
        try #require(specs.map(\.name) == ["one", "two"])
        #expect(specs[0].command.map(\.description) == ["a", "-p 5s", "${two.host}", "${x}"])
        let files = [
            ProgramSpec.File(name: "a.txt", text: Template([.name("host")])),
            ProgramSpec.File(name: "b", text: Template([])),
        ]
        #expect(specs[0].files == .texts(files))
        #expect(specs[0].address == HostAddress("10.0.0.9"))
        #expect(specs[0].readiness == .udp(5060))
        #expect(specs[0].readyTimeout == .seconds(3))
        #expect(specs[0].mayEnd)
        #expect(specs[0].place == Place(line: 3, column: 12, endColumn: 15))
        #expect(specs[1].command == [Template([.text("b")])])
        #expect(specs[1].files == ProgramSpec.Files.none)
        #expect(specs[1].address == nil)
        #expect(specs[1].readiness == nil)
        #expect(specs[1].readyTimeout == .seconds(10))
        #expect(!specs[1].mayEnd && !specs[1].filesArePrivate)
        #expect(specs[1].scenarioFolder == "")
    }

    @Test(arguments: [
        ("{udp: 65535}", ProgramSpec.Readiness.udp(65_535), "UDP socket with port 65535"),
        ("{tcp: 1}", .tcp(1), "TCP socket that listens at port 1"),
        ("{line: is ready}", .line("is ready"), "line of output with `is ready`"),
    ])
    func `a sign of readiness is a port or a part of a line`(
        _ text: String, _ sign: ProgramSpec.Readiness, _ shown: String
    ) throws {
        let spec = try #require(try programs("{one: {command: [a], ready: \(text)}}").first)
        #expect(spec.readiness == sign)
        #expect(spec.readiness?.description == shown)
        #expect(spec.readyTimeout == ProgramSpec.defaultReadyTimeout)
    }

    @Test(arguments: ["1.0.0.1", "126.255.255.254", "128.0.0.1", "223.255.255.1"])
    func `an address is one of a single host that is not this machine`(_ address: String) throws {
        #expect(try programs("{one: {command: [a], address: \(address)}}").map(\.address) == [HostAddress(address)])
    }

    @Test func `a scenario has at most 50 programs`() throws {
        func many(_ count: Int) -> String {
            "{\((1...count).map { "p\($0): {command: [a]}" }.joined(separator: ", "))}"
        }
        #expect(try programs(many(50)).count == 50)
        #expect(complaints(Self.file(many(51))) == ["3:11: error: a scenario can have at most 50 programs"])
    }

    @Test func `a folder beside the scenario has files too, and the folder of a scenario is that of its file`() throws {
        let text = Self.file("{one: {command: [a], files: phone/a}}")
        let library = ScenarioLibrary.load(text: text, file: "S/T/x.yaml", vocabulary: .standard)
        let scenario = try #require(library.scenarios.first)
        #expect(scenario.program("one")?.files == .folder("phone/a"))
        #expect(scenario.program("one")?.scenarioFolder == "S/T/")
        #expect(scenario.program("two") == nil)
        #expect(scenario.wholeRun == [.states])
    }
}
