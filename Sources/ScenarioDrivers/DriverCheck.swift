import Journal
package import ScenarioLanguage
package import ScenarioVocabulary
import Timing

/// The rules of the protocol that a driver can break without a scenario (`Docs/driver.md`), each with its result.
///
/// A plain conversation comes first, and each further one adds one thing. A driver that fails only with the addition
/// breaks the rule about that addition.
@MainActor
package struct DriverCheck {
    /// The result of one rule.
    package enum Result: Equatable {
        case kept(String)
        case broken(String)
        case skipped(String)
    }

    private var found: [DriverRule: Result] = [:]
    private let spec: DriverSpec
    private let words: LibraryWords
    private let patience: Duration

    /// Checks all rules. A rule that could not be probed, because of another one that is broken, is skipped.
    package init(_ spec: DriverSpec, _ words: LibraryWords, patience: Duration = .seconds(10)) {
        self.spec = spec
        self.words = words
        self.patience = patience
        let plain = conversation(.nothing)
        found = plain.results
        guard let hello = plain.hello else { return }
        if hello.isVirtual { repeatAnswers(of: plain, hello) }
        for addition in DriverAddition.all(isVirtual: hello.isVirtual) {
            if plain.isSilenced {
                found[addition.rule] = .skipped("the driver did not answer before")
            } else {
                add(addition, to: plain)
            }
        }
    }

    /// The rules that were probed or skipped, in the order of the list.
    package var results: [(rule: String, result: Result)] {
        DriverRule.allCases.compactMap { rule in found[rule].map { (rule.rawValue, $0) } }
    }

    package var isKept: Bool { !found.values.contains(where: \.isBroken) }

    private func conversation(_ addition: DriverAddition) -> DriverConversation {
        var conversation = DriverConversation(words, with: addition)
        conversation.run(spec, patience)
        return conversation
    }

    /// Compares the responses to equal lines: those of a driver in virtual time are equal in a new process, and after
    /// `bye`.
    private mutating func repeatAnswers(of plain: DriverConversation, _ hello: DriverHello) {
        guard plain.isComplete else {
            found[.repeats] = .skipped("only for a whole conversation")
            return
        }
        found[.repeats] = Self.comparison(plain.transcript, conversation(.nothing).transcript)
        guard hello.isReusable, found[.repeatsAfterBye] == nil else { return }
        found[.repeatsAfterBye] =
            isDeterministic
            ? Self.comparison(plain.transcript, plain.secondTranscript)
            : .skipped("only for a driver with the same answers twice")
    }

    private var isDeterministic: Bool { if case .kept? = found[.repeats] { true } else { false } }

    /// Repeats the plain conversation with an addition.
    private mutating func add(_ addition: DriverAddition, to plain: DriverConversation) {
        guard addition.rule != .clock || isDeterministic else {
            found[.clock] = .skipped("only for a driver with the same answers twice")
            return
        }
        let conversation = conversation(addition)
        for rule in [DriverRule.flushes, .order, .once, .states, .timers] where found[rule]?.isBroken != true {
            guard let result = conversation.results[rule] else { continue }
            // Only this conversation has a command for a driver in real time.
            if result.isBroken || addition == .inventedCommand { found[rule] = result }
        }
        found[addition.rule] = judgement(conversation, addition, plain)
    }

    private func judgement(
        _ conversation: DriverConversation, _ addition: DriverAddition, _ plain: DriverConversation
    ) -> Result {
        if let result = conversation.results[addition.rule], !failsAlike(conversation, plain) { return result }
        guard conversation.isComplete else {
            guard plain.isComplete, let complaint = conversation.results[.answers], complaint.isBroken else {
                return .skipped("another rule is broken before")
            }
            return complaint
        }
        guard addition.changesNothing, isDeterministic else { return .kept(conversation.note) }
        switch Self.comparison(plain.transcript, conversation.transcript) {
        case .broken(let text): return .broken("\(conversation.note): \(text)")
        case .kept, .skipped: return .kept("\(conversation.note), which changed nothing")
        }
    }

    /// True when the plain conversation failed at the same point, so the addition is not the cause.
    private func failsAlike(_ conversation: DriverConversation, _ plain: DriverConversation) -> Bool {
        conversation.addition == .unknownMembers && !plain.isComplete
            && conversation.responses.count >= plain.responses.count
    }

    private static func comparison(_ one: [String], _ other: [String]) -> Result {
        for (index, pair) in zip(one, other).enumerated() where pair.0 != pair.1 {
            return .broken("line \(index + 1) was \(pair.0), and then \(pair.1)")
        }
        guard one.count == other.count else { return .broken("\(one.count.counted("line")), and then \(other.count)") }
        return .kept("\(one.count.counted("line"))")
    }
}

extension DriverCheck.Result {
    package var isBroken: Bool { if case .broken = self { true } else { false } }
}
