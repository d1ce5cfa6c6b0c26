import YAML

extension ScenarioReader {
    /// A command: the first key says who, its value what, the other keys with what.
    mutating func command(_ pairs: [YAMLNode.Pair]) -> Step.Action? {
        guard let first = pairs.first, let spec = commandSpec(first) else { return nil }
        let subject = participants(named: first.name, in: first.key)
        let known = problems.count
        let rest = Array(pairs.dropFirst())
        let arguments = arguments(
            rest, of: spec.name, required: spec.required, optional: spec.optional, canThrow: spec.canThrow,
            at: first.value)
        let outcome = outcome(rest, of: spec, who: first.name)
        guard problems.count == known else { return nil }
        let command = Command(spec, arguments)
        if let subject {
            checkSubjects(subject, of: spec, at: first.value)
            checkCallees(of: command, by: subject, in: rest)
        }
        return subject.map { .command(CommandCall(participants: $0, command: command, outcome: outcome)) }
    }

    private mutating func commandSpec(_ pair: YAMLNode.Pair) -> CommandSpec? {
        let isSubject = pair.name.contains(",") || cast?.participants(pair.name) != nil
        if Keys.step.contains(pair.name) {
            let partners = Spelling.list(StepKind.partners(of: pair.name), joinedBy: "or")
            report("`\(pair.name)` needs \(partners) beside it", at: Place(pair.key))
            return nil
        }
        let text = pair.value.scalar?.text
        if cast != nil, !isSubject, vocabulary.command(text ?? "") == nil {
            let cast = cast
            report(
                "\(pair.name.quoted) is neither a participant nor a kind of step", at: Place(pair.key),
                suggestion: Spelling.suggestion(for: pair.name, in: (cast?.participantWords ?? []) + Keys.step.names))
            return nil
        }
        guard let text = scalar(pair.value, expecting: "a command, such as accept")?.text else { return nil }
        if let spec = vocabulary.command(text) { return spec }
        let vocabulary = vocabulary
        report(
            "there is no command \(text.quoted)", at: Place(pair.value),
            suggestion: vocabulary.command(meantBy: text).map { "did you mean `\($0)`?" }
                ?? Spelling.suggestion(for: text, in: vocabulary.commands.map(\.name)))
        return nil
    }

    /// Nobody rings only themselves.
    private mutating func checkCallees(of command: Command, by subject: [String], in pairs: [YAMLNode.Pair]) {
        guard let cast, command.ringsNamedMembers else { return }
        let members = command.arguments.texts(.members)
        let lonely = subject.first { name in members.allSatisfy { $0 == cast.byName[name]?.user } }
        let node = pairs.first { $0.name == "members" }?.value
        guard let lonely, let node else { return }
        let other = cast.users.first { $0 != cast.byName[lonely]?.user }
        report(
            members.isEmpty ? "\(lonely.quoted) rings nobody" : "\(lonely.quoted) rings nobody but itself",
            at: Place(node), suggestion: other.map { "name somebody else, such as `[\($0)]`" })
    }
}

extension ScenarioReader {
    /// How the command must end.
    private mutating func outcome(
        _ pairs: [YAMLNode.Pair], of spec: CommandSpec, who: String
    ) -> CommandCall.Outcome? {
        let stated = pairs.filter { Keys.outcome.contains($0.name) }
        guard let first = stated.first else { return nil }
        guard spec.canThrow else {
            let path = "\(who).error"
            report(
                "`\(spec.name)` is a command of the view model, which throws nothing: `\(first.name)` has no place",
                at: Place(first.key), suggestion: "expect `\(path)` in a later step")
            return nil
        }
        func node(_ key: String) -> YAMLNode? { stated.first { $0.name == key }?.value }
        let within = node("within").flatMap { duration($0) }
        guard let error = node("throws") else {
            let orphan = stated.first { $0.name != "within" }
            if let orphan { report("`\(orphan.name)` needs `throws` beside it", at: Place(orphan.key)) }
            return CommandCall.Outcome(thrown: nil, within: within)
        }
        let underlying = node("underlying").flatMap { text($0) }
        let code = node("code").flatMap { word($0, of: .statuses) }
        let thrown = word(error, of: errors)
        return CommandCall.Outcome(
            thrown: thrown.map { CommandCall.Thrown(error: $0, underlying: underlying, code: code) }, within: within)
    }
}

extension Command {
    /// Whether it rings the members that it names.
    fileprivate var ringsNamedMembers: Bool {
        spec.rings || spec.arguments.contains(.members) && arguments.flag(.ring)
    }
}
