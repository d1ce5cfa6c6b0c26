import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Every text is a scenario, or has a message.
@Suite struct RobustnessTests {
    private static let good = """
        id: A-1
        name: "n"
        participants: {alice: {interceptor: {then: throw, after: 1s}}, bob: {user: carol}, g: {count: 2}}
        network: {latency: 20ms, bob: {up: {loss: 5%}}}
        always: {everyone.callingState: {not: lobby}}
        steps:
          - alice, g: ring
            call: default:x
            members: [bob, carol]
            custom: {a: [1, 2.5, ~]}
          - {within: 2s, expect: {alice.participants.bob.name: {contains: b}}}
          - sameTime:
              - bob: call.join
                throws: APIError
              - network: {loss: 1%}
          - {for: 1s, always: {g.roster: {count: {atLeast: 1}}}}
          - packets: {event: custom, to: [alice], size: {atMost: 1KiB}}

        """

    private static func isReported(_ text: String) -> Bool {
        let library = ScenarioLibrary.load(text: text, file: "x.yaml")
        return library.scenarios.isEmpty != library.diagnostics.isEmpty
            && library.rendered().isEmpty == library.diagnostics.isEmpty
    }

    @Test func `the text is good`() throws {
        _ = try read(Self.good)
    }

    @Test func `every beginning of a scenario is read or reported`() {
        let scalars = Array(Self.good.unicodeScalars)
        for length in 0..<scalars.count {
            let text = String(String.UnicodeScalarView(scalars.prefix(length)))
            #expect(Self.isReported(text), "the first \(length) characters")
        }
    }

    @Test(arguments: ["", "\n", "-", ":", "'", "{", "[", "*", "&", "~", "9", "é", "\u{0}", "\u{202E}", "\t"])
    func `a scenario with any character replaced is read or reported`(_ other: String) {
        let scalars = Array(Self.good.unicodeScalars)
        for index in scalars.indices {
            var changed = scalars
            changed.replaceSubrange(index...index, with: other.unicodeScalars)
            #expect(Self.isReported(String(String.UnicodeScalarView(changed))), "character \(index)")
        }
    }

    @Test(arguments: ["~", "[]", "{}", "5", "true", "''", "[[]]", "{a: b}", "everyone", "-1.5", "'\\e'"])
    func `a scenario with any value replaced is read or reported`(_ other: String) {
        let lines = Self.good.split(separator: "\n", omittingEmptySubsequences: false)
        for index in lines.indices {
            guard let colon = lines[index].firstIndex(of: ":") else { continue }
            var changed = lines.map(String.init)
            changed[index] = "\(lines[index][...colon]) \(other)"
            #expect(Self.isReported(changed.joined(separator: "\n")), "line \(index + 1)")
        }
    }
}
