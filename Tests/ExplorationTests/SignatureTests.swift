import Journal
import Testing

@testable import Exploration

/// The signatures by which equal failures are one finding, and the texts of findings.
@Suite struct SignatureTests {
    private func signature(_ expected: String, _ actual: String) -> String? {
        var failure = Verdict.Failure("step 3: it was not as expected")
        failure.expected = expected
        failure.actual = actual
        let verdict = Verdict(.failed, id: "A-1", name: "a", file: "a.yaml", seed: 1, failure: failure)
        return Signature(verdict, names: ["alice", "bob", "carol", "dave"])?.text
    }

    @Test(
        arguments: [
            ("packets with {from: bob}: 2", "3", "1"),
            ("alice.events.call.ring: at least 2", "alice.events.call.ring: 3", "alice.events.call.ring: 0"),
            (
                "alice.roster: [alice, bob, carol]", "alice.roster: [alice, bob, carol, dave]",
                "alice.roster: [alice, bob]"
            ), ("bob.tags: [a]", "bob.tags: [a, a]", "bob.tags: []"),
        ])
    func `too many and too few are two findings`(_ expected: String, _ more: String, _ fewer: String) throws {
        let many = try #require(signature(expected, more))
        let few = try #require(signature(expected, fewer))
        #expect(many.hasSuffix(" | too many") && few.hasSuffix(" | too few"))
    }

    @Test func `failures in other calls are one finding, and those in other states are two`() {
        #expect(signature("alice.call: default:standup", "a") == signature("alice.call: livestream:review", "a"))
        #expect(signature("alice.call: none", "a") != signature("alice.call: livestream:review", "a"))
    }

    @Test func `failures with other counts on the same side are one finding`() {
        #expect(signature("packets: 2", "3") == signature("packets: 4", "9"))
    }

    @Test(
        arguments: [
            ("bob.callingState: inCall", "bob.callingState: joining"), ("alice.ssrc: 3405691582", "alice.ssrc: 12"),
            ("bob.sessionId: unchanged (from 12ab)", "bob.sessionId: 34cd"), ("at: 2.000 s", "3.000 s"),
            ("alice.roster: [alice, bob]", "alice.roster: [alice, carol]"),
        ])
    func `other values have no side`(_ expected: String, _ actual: String) throws {
        let text = try #require(signature(expected, actual))
        #expect(!text.contains("too "))
    }

    @Test func `a failure of several lines is one line in a list, and keeps its lines in its file`() {
        let reason = "failed: a rule does not hold: bob\n  at        1.000 s\n  happened  from a to b\n  entry     {}\n"
        let finding = Finding(
            id: "FOUND-1", signature: Signature(text: ""), reason: reason, base: "A-1", strategy: .random, run: 1,
            seed: 1, scenario: "id: FOUND-1\n")
        #expect(finding.reason.oneLine == "failed: a rule does not hold: bob; from a to b")
        #expect(
            finding.text == """
                # Found from A-1, strategy random, run 1. It fails with the seed 1:
                # failed: a rule does not hold: bob
                #   at        1.000 s
                #   happened  from a to b
                id: FOUND-1

                """)
    }
}
