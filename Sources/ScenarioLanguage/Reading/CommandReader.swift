import YAML

/// Reads the commands of participants and servers.
struct CommandReader: NodeReader {
    let reading: FileReading

    /// Returns a command: the first pair has the participant and the command, the others are arguments.
    func read(_ pairs: [YAMLNode.Pair]) -> Step.Action? {
        guard let first = pairs.first, let spec = commandSpec(first) else { return nil }
        let subject = participants(named: first.name, in: first.key)
        let rest = Array(pairs.dropFirst())
        let read = ifSound {
            let arguments = arguments(rest, of: spec, at: first.value)
            return (
                Command(spec, arguments), outcome(rest, of: spec, participant: first.name), readMayThrow(rest)
            )
        }
        guard let (command, outcome, mayThrow) = read else { return nil }
        if let subject {
            checkSubjects(subject, of: spec, at: first.value)
            checkCallees(of: command, by: subject, in: rest)
            if command.spec.name == Self.speech { checkMedia(of: subject, at: first.value) }
        }
        return subject.map {
            .command(CommandCall(participants: $0, command: command, outcome: outcome, mayThrow: mayThrow))
        }
    }

    private func commandSpec(_ pair: YAMLNode.Pair) -> CommandSpec? {
        let isSubject = pair.name.contains(",") || cast?.participants(pair.name) != nil
        if Keys.step.contains(pair.name) {
            let partners = Spelling.list(StepKind.partners(of: pair.name), joinedBy: "or")
            report("`\(pair.name)` needs \(partners) beside it", at: Place(pair.key))
            return nil
        }
        let text = pair.value.scalar?.text
        if cast != nil, !isSubject, vocabulary.command(text ?? "") == nil {
            report(
                "\(pair.name.quoted) is neither a participant nor a kind of step", at: Place(pair.key),
                suggestion: suggestion(forHost: pair.name, in: (cast?.participantWords ?? []) + Keys.step.names))
            return nil
        }
        guard let text = scalar(pair.value, expecting: "a command, such as accept")?.text else { return nil }
        if let spec = vocabulary.command(text) { return spec }
        report(
            "there is no command \(text.quoted)", at: Place(pair.value),
            suggestion: vocabulary.command(meantBy: text).map { "did you mean `\($0)`?" }
                ?? Spelling.suggestion(for: text, in: vocabulary.commands.map(\.name)))
        return nil
    }

    private static let speech = "speak"

    /// Reports a participant without media that is to speak.
    private func checkMedia(of subject: [String], at node: YAMLNode) {
        let mute = subject.first { name in cast?.byName[name].map { $0.media.isOn ?? reading.hasMedia } == false }
        guard let mute else { return }
        report(
            "\(mute.quoted) has no media, so that it cannot speak", at: Place(node),
            suggestion: "add `media: on` to the scenario or to the participant")
    }

    /// Reports a ring without another user, and a list without members.
    private func checkCallees(of command: Command, by subject: [String], in pairs: [YAMLNode.Pair]) {
        guard let cast, let node = pairs.first(where: { $0.name == Argument.members.name })?.value else { return }
        let members = command.arguments.texts(.members)
        guard command.ringsNamedMembers else {
            return ArgumentReader(reading: reading, mayThrow: Self.mayThrow(pairs)).checkItems(node, .members)
        }
        let sole = subject.first { name in members.allSatisfy { $0 == cast.byName[name]?.user } }
        guard let sole else { return }
        let other = cast.users.first { $0 != cast.byName[sole]?.user }
        report(
            members.isEmpty ? "\(sole.quoted) rings no user" : "\(sole.quoted) rings only itself",
            at: Place(node), suggestion: other.map { "name another user, such as `[\($0)]`" })
    }

    /// Reports a command that one of its participants does not support.
    private func checkSubjects(_ subject: [String], of spec: CommandSpec, at node: YAMLNode) {
        for name in subject {
            let part = cast?.byName[name]?.part
            guard let kind = part.flatMap({ vocabulary.kind($0.kind) }) else {
                guard spec.isForKindsAlone else { continue }
                let able = vocabulary.kinds.filter { $0.commands.contains(spec.name) }.map(\.name)
                let list = able.isEmpty ? "no kind of participant" : Spelling.list(able, joinedBy: "and")
                return report(
                    "\(name.quoted) cannot do `\(spec.name)`, which is for participants of a registered kind",
                    at: Place(node), suggestion: "\(list) can do it")
            }
            guard !kind.commands.contains(spec.name) else { continue }
            return report(
                "\(name.quoted) is of the kind `\(kind.name)`, which takes no `\(spec.name)`", at: Place(node),
                suggestion: Spelling.suggestion(for: spec.name, in: kind.commands) ?? "it takes no commands")
        }
    }

    // MARK: Outcomes

    /// Returns the required outcome of the command.
    private func outcome(
        _ pairs: [YAMLNode.Pair], of spec: CommandSpec, participant: String
    ) -> CommandCall.Outcome? {
        let stated = pairs.filter { Keys.outcome.contains($0.name) }
        guard let first = stated.first(where: { $0.name != "mayThrow" }) else { return nil }
        guard spec.canThrow else {
            let path = "\(participant).error"
            report(
                "`\(spec.name)` is a command of the view model, which throws nothing: `\(first.name)` has no place",
                at: Place(first.key), suggestion: "expect `\(path)` in a later step")
            return nil
        }
        func node(_ key: String) -> YAMLNode? { stated.first { $0.name == key }?.value }
        let within = node("within").flatMap { duration($0) }
        guard let error = node("throws") else {
            let orphan = stated.first { $0.name != "within" && $0.name != "mayThrow" }
            if let orphan { report("`\(orphan.name)` needs `throws` beside it", at: Place(orphan.key)) }
            return CommandCall.Outcome(thrown: nil, within: within)
        }
        let underlying = node("underlying").flatMap { cause($0) }
        let code = node("code").flatMap { word($0, of: .statuses) }
        let thrown = word(error, of: vocabulary.errorWords)
        if let thrown, let pair = stated.first(where: { $0.name == "code" }), Self.codeless.contains(thrown) {
            report(
                "a \(thrown.quoted) has no `code`", at: Place(pair.key),
                suggestion: "write `throws: APIError`, or leave `code` out")
        }
        return CommandCall.Outcome(
            thrown: thrown.map { CommandCall.Thrown(error: $0, underlying: underlying, code: code) }, within: within)
    }

    /// The errors of the library that carry no server error. Registered errors may have causes.
    private static let codeless = Words.errors.all.filter {
        !["APIError", "RequestError", "CallJoinInterceptionError"].contains($0)
    }

    /// Returns the name or a part of the text of an underlying error.
    private func cause(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        guard text.isEmpty else { return text }
        report("`underlying` has an empty text, which each error contains", at: Place(node), suggestion: "leave it out")
        return nil
    }

    /// Returns true when the command may throw; reports a conflict with `throws`.
    static func mayThrow(_ pairs: [YAMLNode.Pair]) -> Bool {
        pairs.contains { ["throws", "mayThrow"].contains($0.name) }
    }

    /// Returns the value of `mayThrow`; reports a conflict with `throws`.
    private func readMayThrow(_ pairs: [YAMLNode.Pair]) -> Bool {
        guard let pair = pairs.first(where: { $0.name == "mayThrow" }) else { return false }
        if pairs.contains(where: { $0.name == "throws" }) {
            report(
                "`throws` says that the command must throw, and `mayThrow` that it may", at: Place(pair.key),
                suggestion: "leave one of them out")
        }
        return boolean(pair.value) ?? false
    }

    // MARK: Servers

    /// Returns a command of a server: the first pair has the server and the command, the others are arguments.
    func serverCommand(_ pairs: [YAMLNode.Pair]) -> Step.Action? {
        guard let first = pairs.first, let spec = serverCommandSpec(first) else { return nil }
        let read = ifSound { arguments(Array(pairs.dropFirst()), of: spec, at: first.value) }
        return read.map { .server(ServerCall(server: first.name, command: Command(spec, $0))) }
    }

    private func arguments(_ pairs: [YAMLNode.Pair], of spec: CommandSpec, at node: YAMLNode) -> Arguments {
        ArgumentReader(reading: reading).read(
            pairs, of: spec.name, required: spec.required, optional: spec.optional, canThrow: spec.canThrow, at: node)
    }

    private func serverCommandSpec(_ pair: YAMLNode.Pair) -> CommandSpec? {
        guard let text = scalar(pair.value, expecting: "a command, such as endSession")?.text else { return nil }
        let kind = Cast.kind(ofServer: pair.name)
        let possible = vocabulary.serverCommands.filter { $0.server == kind }
        if let spec = possible.first(where: { $0.name == text }) { return spec }
        let other = vocabulary.serverCommands.first { $0.name == text }
        report(
            "the \(pair.name) has no command \(text.quoted)", at: Place(pair.value),
            suggestion: other.map { "it is a command of the \($0.server ?? "")" }
                ?? Spelling.suggestion(for: text, in: possible.map(\.name)))
        return nil
    }
}

extension Command {
    /// True when the command rings the named members.
    fileprivate var ringsNamedMembers: Bool {
        spec.rings || spec.arguments.contains(.members) && arguments.flag(.ring)
    }
}
