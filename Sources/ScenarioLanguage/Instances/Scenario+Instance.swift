/// Copies of a scenario whose users and calls are no other copy's, so that many run at the same servers at once.
extension Scenario {
    /// The copy whose users and calls have names that end with a tag.
    package func instance(tagged tag: String) -> Scenario {
        let names = InstanceNames(of: self, tag: tag)
        var copy = self
        for index in copy.participants.indices { copy.participants[index].user += tag }
        copy.steps = steps.map(names.tagged)
        return copy
    }
}

/// The users and calls of a scenario, and the tag behind each of them in one copy.
struct InstanceNames {
    private let tag: String
    /// The ids of users and calls.
    private let known: Set<String>

    init(of scenario: Scenario, tag: String) {
        self.tag = tag
        known = Set(scenario.participants.map(\.user)).union(scenario.calls.map(\.id))
    }

    func tagged(_ step: Step) -> Step {
        Step(
            number: step.number, place: step.place, lastLine: step.lastLine, text: step.text,
            action: tagged(step.action), time: step.time, file: step.file, trail: step.trail, node: step.node)
    }

    private func tagged(_ action: Step.Action) -> Step.Action {
        switch action {
        case .command(let call): .command(tagged(call))
        case .packets(let expectation, let limit): .packets(tagged(expectation), within: limit)
        case .journal(let expectation, let limit): .journal(tagged(expectation), within: limit)
        case .sameTime(let steps): .sameTime(steps.map(tagged))
        case .group(let steps): .group(steps.map(tagged))
        case .server, .expect, .hold, .rule, .wait, .network, .mark: action
        }
    }

    // MARK: Commands

    private func tagged(_ call: CommandCall) -> CommandCall {
        var arguments = call.command.arguments
        for argument in call.command.spec.arguments {
            guard let content = arguments[argument] else { continue }
            arguments[argument] = tagged(content, of: argument)
        }
        return CommandCall(
            participants: call.participants, command: Command(call.command.spec, arguments), outcome: call.outcome,
            mayThrow: call.mayThrow)
    }

    private func tagged(_ content: Arguments.Content, of argument: Argument) -> Arguments.Content {
        switch content {
        case .call(let call): .call(CallReference(type: call.type, id: call.id + tag))
        case .device(let user, let name): .device(user: user + tag, name: name)
        case .value(let value) where argument.form == .users || argument.name == "filter": .value(tagged(value))
        case .value, .interceptor: content
        }
    }

    /// A value in which every known user and call has the tag.
    private func tagged(_ value: Value) -> Value {
        switch value {
        case .text(let text): .text(tagged(text))
        case .list(let values): .list(values.map(tagged))
        case .map(let entries): .map(entries.map { Value.Entry(key: $0.key, value: tagged($0.value)) })
        case .none, .boolean, .integer, .number, .duration, .instant, .date: value
        }
    }

    /// A text in which every word that is a known user or call has the tag.
    private func tagged(_ text: String) -> String {
        var (result, word) = ("", "")
        for character in text + " " {
            if character.isLetter || character.isNumber || "-_".contains(character) {
                word.append(character)
                continue
            }
            result += known.contains(word) ? word + tag : word
            word = ""
            result.append(character)
        }
        return String(result.dropLast())
    }

    // MARK: Expectations on what was sent and journaled

    private func tagged(_ expectation: PacketExpectation) -> PacketExpectation {
        PacketExpectation(filter: tagged(expectation.filter), count: expectation.count, place: expectation.place)
    }

    private func tagged(_ filter: PacketFilter) -> PacketFilter {
        var copy = filter
        copy.fields = filter.fields.map { .init(spec: $0.spec, comparison: tagged($0.comparison)) }
        copy.body = filter.body.map { .init(path: $0.path, comparison: tagged($0.comparison)) }
        return copy
    }

    private func tagged(_ expectation: JournalExpectation) -> JournalExpectation {
        switch expectation {
        case .count(let filter, let count, let place): .count(tagged(filter), count, at: place)
        case .order(let items):
            .order(
                items.map { item in
                    switch item.subject {
                    case .entry(let filter):
                        JournalItem(subject: .entry(tagged(filter)), text: item.text, place: item.place)
                    case .packet(let filter):
                        JournalItem(subject: .packet(tagged(filter)), text: item.text, place: item.place)
                    }
                })
        }
    }

    /// The fields of entries that hold names of participants, which are the same in every copy.
    private static let participantFields: Set = ["participant", "owner", "source", "target"]

    private func tagged(_ filter: EntryFilter) -> EntryFilter {
        EntryFilter(
            filter.kind,
            filter.tests.map { test in
                guard !Self.participantFields.contains(test.field) else { return test }
                return EntryFilter.Test(test.field, key: test.key, tagged(test.comparison))
            })
    }

    private func tagged(_ comparison: Comparison) -> Comparison {
        switch comparison {
        case .equal(let value): .equal(tagged(value))
        case .oneOf(let comparisons): .oneOf(comparisons.map(tagged))
        case .contains(let comparisons): .contains(comparisons.map(tagged))
        case .matches(let pattern): .matches(tagged(pattern))
        case .not(let comparison): .not(tagged(comparison))
        case .all(let comparisons): .all(comparisons.map(tagged))
        case .count, .atLeast, .atMost, .moreThan, .lessThan, .before, .after, .unchanged: comparison
        }
    }
}

extension Scenario {
    /// The calls that the commands of the scenario name, each once.
    package var calls: [CallReference] {
        var seen: Set<CallReference> = []
        return steps.flatMap(\.calls).filter { seen.insert($0).inserted }
    }
}

extension Step {
    fileprivate var calls: [CallReference] {
        guard case .command(let call) = action else { return action.inner.flatMap(\.calls) }
        return call.command.spec.arguments.compactMap { call.command.arguments.call($0) }
    }
}

extension Value {
    /// The value without a tag in its texts, as the scenario's file has them.
    package func without(tag: String) -> Value {
        switch self {
        case .text(let text): .text(text.without(tag: tag))
        case .list(let values): .list(values.map { $0.without(tag: tag) })
        case .map(let entries):
            .map(entries.map { Entry(key: $0.key.without(tag: tag), value: $0.value.without(tag: tag)) })
        case .none, .boolean, .integer, .number, .duration, .instant, .date: self
        }
    }
}

extension String {
    /// The text without any occurrence of a tag.
    package func without(tag: String) -> String {
        guard utf8.count >= tag.utf8.count, contains(tag) else { return self }
        return replacing(tag, with: "")
    }
}
