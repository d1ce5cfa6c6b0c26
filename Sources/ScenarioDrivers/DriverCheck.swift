package import ScenarioLanguage
package import ScenarioVocabulary
import Timing

/// The rules of the protocol that a driver can break without a scenario (`Docs/driver.md`), each with its result.
@MainActor
package struct DriverCheck {
    /// The result of one rule.
    package enum Result: Equatable {
        case kept(String)
        case broken(String)
        case skipped(String)
    }

    package private(set) var results: [(rule: String, result: Result)] = []
    private let spec: DriverSpec
    private let words: LibraryWords
    private let patience: Duration

    /// The time in which a driver without a clock writes nothing, and after which it still answers alike.
    private static let pause = Duration.milliseconds(1200)

    /// Checks all rules. A rule that cannot be checked, because the driver died before, is skipped.
    package init(_ spec: DriverSpec, _ words: LibraryWords, patience: Duration = .seconds(5)) {
        self.spec = spec
        self.words = words
        self.patience = patience
        let first = conversation()
        results = first.results
        compare(first)
    }

    package var isKept: Bool {
        results.allSatisfy { if case .broken = $0.result { false } else { true } }
    }

    private func conversation(pause: Duration? = nil) -> DriverConversation {
        var conversation = DriverConversation(words, pause: pause)
        conversation.lead(spec, patience)
        return conversation
    }

    /// Compares the responses to equal lines: a virtual-time driver is deterministic, in a new process, after `bye`, and
    /// when time passes.
    private mutating func compare(_ first: DriverConversation) {
        guard let hello = first.hello, hello.isVirtual, first.isComplete else {
            results.append(("same answers twice", .skipped("only for a whole conversation in virtual time")))
            return
        }
        let twice = Self.comparison(first.transcript, conversation().transcript)
        results.append(("same answers twice", twice))
        if hello.isReusable {
            results.append(("same answers after `bye`", Self.comparison(first.transcript, first.secondTranscript)))
        }
        guard case .kept = twice else { return }
        results.append(("no clock of its own", passing(first)))
    }

    /// Compares the responses to those of a conversation in which real time passes between two lines.
    private func passing(_ first: DriverConversation) -> Result {
        let slow = conversation(pause: Self.pause)
        guard slow.isComplete else { return .broken(slow.complaint ?? "a slow conversation did not end") }
        guard case .broken(let text) = Self.comparison(first.transcript, slow.transcript) else {
            return .kept("a pause of \(Self.pause.written) changed nothing")
        }
        return .broken("after a pause of \(Self.pause.written), \(text)")
    }

    private static func comparison(_ one: [String], _ other: [String]) -> Result {
        for (index, pair) in zip(one, other).enumerated() where pair.0 != pair.1 {
            return .broken("line \(index + 1) was \(pair.0), and then \(pair.1)")
        }
        guard one.count == other.count else { return .broken("\(one.count) lines, and then \(other.count)") }
        return .kept("\(one.count) lines")
    }
}
