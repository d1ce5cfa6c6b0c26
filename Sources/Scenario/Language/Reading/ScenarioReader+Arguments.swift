import Signaling
import YAML

/// The arguments of a command, as far as they stand in the file.
struct Arguments {
    var call: CallReference?
    var members: [String] = []
    var custom: [Value.Entry] = []
    var video: Bool?
    var reason: String?
    var create = false
    var ring = false
    var notify = false
    var interceptor: InterceptorSpec?
    var participant: String?
    var by: [String] = []
    var ending: CallEndedReason?

    var start: CallStart? {
        call.map { CallStart(call: $0, members: members, custom: custom, video: video) }
    }
}

extension ScenarioReader {
    /// The keys beside a command that say with what.
    mutating func arguments(
        _ pairs: [YAMLNode.Pair], of command: String, _ row: CommandRow, at node: YAMLNode
    ) -> Arguments {
        var arguments = Arguments()
        for pair in pairs where !Keys.outcome.contains(pair.name) {
            guard let argument = Argument(rawValue: pair.name), row.arguments.contains(argument) else {
                reportUnknownArgument(pair, of: command, row)
                continue
            }
            read(argument, pair.value, into: &arguments)
        }
        let words = row.arguments.map(\.rawValue)
        let present = pairs.map { words.contains($0.name) ? $0.name : Spelling.nearest(to: $0.name, in: words) }
        for argument in row.required where !present.contains(argument.rawValue) {
            report(
                "`\(command)` needs `\(argument.rawValue)`, \(argument.row.about)", at: Place(node),
                suggestion: "add a line like `\(argument.row.example)`")
        }
        return arguments
    }

    private mutating func reportUnknownArgument(_ pair: YAMLNode.Pair, of command: String, _ row: CommandRow) {
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
        let known = row.arguments.map(\.rawValue) + (row.canThrow ? Keys.outcome.names : [])
        report(
            "`\(command)` takes no \(pair.name.quoted)", at: Place(pair.key),
            suggestion: Spelling.suggestion(for: pair.name, in: known) ?? "it takes nothing")
    }

    private mutating func read(_ argument: Argument, _ node: YAMLNode, into arguments: inout Arguments) {
        switch argument {
        case .call: arguments.call = call(node)
        case .members: arguments.members = members(node)
        case .custom:
            let pairs = pairs(node, what: "`custom`", example: argument.row.example)
            arguments.custom = pairs.map { entries($0) } ?? []
        case .video: arguments.video = boolean(node)
        case .reason: arguments.reason = text(node)
        case .create: arguments.create = boolean(node) ?? false
        case .ring: arguments.ring = boolean(node) ?? false
        case .notify: arguments.notify = boolean(node) ?? false
        case .interceptor: arguments.interceptor = interceptor(node)
        case .participant: arguments.participant = user(node)
        case .by: arguments.by = (node.items ?? [node]).compactMap { word($0, of: .sortings) }
        case .ending: arguments.ending = word(node, of: .endings).flatMap(CallEndedReason.init(name:))
        }
    }

    private mutating func members(_ node: YAMLNode) -> [String] {
        var seen: Set<String> = []
        let users = users(in: node) ?? []
        return canName(users.count, at: Place(node)) ? users.filter { seen.insert($0).inserted } : []
    }
}

extension CallEndedReason {
    fileprivate init?(name: String) {
        guard let reason = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = reason
    }
}
