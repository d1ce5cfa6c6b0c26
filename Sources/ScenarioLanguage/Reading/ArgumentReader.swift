import YAML

/// Reads the arguments of commands and of registered kinds of participants.
struct ArgumentReader: NodeReader {
    let reading: FileReading
    /// True for a command that may throw, which can have values that servers refuse.
    var mayThrow = false

    /// Returns the arguments of a command.
    func read(
        _ pairs: [YAMLNode.Pair], of command: String, required: [Argument], optional: [Argument], canThrow: Bool,
        at node: YAMLNode
    ) -> Arguments {
        var arguments = Arguments()
        let known = required + optional
        var reader = self
        reader.mayThrow = CommandReader.mayThrow(pairs)
        for pair in pairs where !Keys.outcome.contains(pair.name) {
            guard let argument = known.first(where: { $0.name == pair.name }) else {
                let outcome = canThrow ? Keys.outcome.names : []
                reportUnknownArgument(pair, of: command, known: known.map(\.name) + outcome)
                continue
            }
            arguments[argument] = reader.content(pair.value, of: argument)
        }
        let words = known.map(\.name)
        let present = pairs.map { words.contains($0.name) ? $0.name : Spelling.nearest(to: $0.name, in: words) }
        for argument in required where !present.contains(argument.name) {
            report(
                "`\(command)` needs `\(argument.name)`, \(argument.about)", at: Place(node),
                suggestion: "add a line like `\(argument.example)`")
        }
        return arguments
    }

    private func reportUnknownArgument(_ pair: YAMLNode.Pair, of command: String, known: [String]) {
        if cast?.participants(pair.name) != nil {
            report(
                "a step does one thing, and this one starts with another command", at: Place(pair.key),
                suggestion: "start another step with `- \(pair.name): …`")
            return
        }
        if Keys.step.contains(pair.name) {
            report(
                "a step with a command has no key `\(pair.name)`", at: Place(pair.key),
                suggestion: "start another step with `- \(pair.name): …`")
            return
        }
        report(
            "`\(command)` takes no \(pair.name.quoted)", at: Place(pair.key),
            suggestion: Spelling.suggestion(for: pair.name, in: known) ?? "it takes nothing")
    }

    private func content(_ node: YAMLNode, of argument: Argument) -> Arguments.Content? {
        switch argument.form {
        case .call: return call(node, ofAnyType: mayThrow).map { .call($0) }
        case .users:
            // A command with members has a check of its own.
            if argument.name != Argument.members.name { checkItems(node, argument) }
            return .value(.texts(distinctUsers(node)))
        case .device: return device(node)
        case .custom:
            let pairs = pairs(node, what: "`\(argument.name)`", example: argument.example)
            return pairs.map { .value(.map(entries($0))) }
        case .fields(let names):
            check(node, names, of: argument.name, example: argument.example)
            return .value(.map(entries(node.pairs ?? [])))
        case .named(let rule): return named(node, rule, of: argument).map { .value(.map($0)) }
        case .words(let words): return .value(.texts(self.words(node, words)))
        case .someWords(let words):
            checkItems(node, argument)
            return .value(.texts(self.words(node, words)))
        case .text(let rule): return text(node, rule, of: argument).map { .value(.text($0)) }
        case .texts(let rule):
            return items(node, of: " of texts").map { items in
                .value(.texts(items.compactMap { text($0, rule, of: argument) }))
            }
        case .interceptor: return interceptor(node).map { .interceptor($0) }
        case .whole(let bounds): return number(node, in: bounds).map { .value(.integer(Int64($0))) }
        case .fraction: return fraction(node).map { .value($0) }
        case .seconds: return duration(node, inWhole: .seconds(1)).map { .value(.duration($0)) }
        case .value(let type): return comparisons.value(node, of: type, what: argument.name).map { .value($0) }
        }
    }

    /// Returns a number from 0 to 1.
    private func fraction(_ node: YAMLNode) -> Value? {
        guard let value = comparisons.value(node, of: .number, what: "a number") else { return nil }
        switch value {
        case .integer(0...1): return value
        case .number(let number) where (0...1).contains(number): return value
        default:
            report("\(node.scalar?.text.quoted ?? "it") is not a number from 0 to 1", at: Place(node))
            return nil
        }
    }

    /// Reports what is no mapping, the fields that the wire does not define, and values of the wrong type.
    private func check(_ node: YAMLNode, _ names: FieldNames, of path: String, example: String) {
        for pair in pairs(node, what: "`\(path)`", example: example) ?? [] {
            guard let inner = names.fields[pair.name] else {
                reportUnknownKey(pair, of: "`\(path)`", known: names.fields.keys.sorted())
                continue
            }
            if let inner {
                check(pair.value, inner, of: "\(path).\(pair.name)", example: example)
            } else if let refusal = names.refusal(pair.name, anything(pair.value)) {
                report("`\(path).\(pair.name)` \(refusal)", at: Place(pair.value))
            }
        }
    }

    /// Returns a participant by name, or a user by identifier.
    private func device(_ node: YAMLNode) -> Arguments.Content? {
        guard let user = user(node), let name = node.scalar?.text else { return nil }
        return .device(user: user, name: cast?.byName[name] == nil ? nil : name)
    }

    private func distinctUsers(_ node: YAMLNode) -> [String] {
        var seen: Set<String> = []
        let users = users(in: node) ?? []
        return canName(users.count, at: Place(node)) ? users.filter { seen.insert($0).inserted } : []
    }

    /// Returns an interceptor: a word, or a mapping with a delay.
    func interceptor(_ node: YAMLNode) -> InterceptorSpec? {
        guard let pairs = node.pairs else {
            return behaviour(node).map { InterceptorSpec(behaviour: $0, after: nil) }
        }
        let fields = fields(pairs, of: .interceptor, at: Place(node.start))
        let after = fields["after"].flatMap { duration($0) }
        guard let behaviour = fields["then"].flatMap({ behaviour($0) }) else { return nil }
        return InterceptorSpec(behaviour: behaviour, after: after)
    }

    private func behaviour(_ node: YAMLNode) -> InterceptorSpec.Behaviour? {
        let words = Words("interceptor", InterceptorSpec.words + vocabulary.interceptors)
        guard let name = word(node, of: words) else { return nil }
        return InterceptorSpec.builtIn.first { $0.name == name }?.behaviour ?? .registered(name)
    }
}
