import Harness
import ScenarioLanguage
import YAML

/// The table of the coordinator's events, `events.yaml`.
struct EventTable {
    /// The receivers that read all fields of an event.
    enum Scope: String, CaseIterable {
        case call, session, user, stream
    }

    enum Urgency: String, CaseIterable {
        case immediate, prompt, deferrable
    }

    enum Subject: String, CaseIterable {
        case call, nothing
    }

    /// One event.
    struct Row {
        let type: String
        let event: String
        let name: String
        let payload: String
        /// True when the payload has the whole call.
        let describesCall: Bool
        let scope: Scope
        let urgency: Urgency
        let about: String
    }

    let file: String
    let sourceLines: [String]
    /// The rows in the order of the file.
    private(set) var rows: [Row] = []
    private(set) var problems: [Diagnostic] = []

    init(_ bytes: [UInt8], file: String) {
        self.file = file
        sourceLines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        do throws(YAMLError) {
            read(try YAMLNode.parse(bytes))
        } catch {
            problems = [Diagnostic(error, file: file)]
        }
    }

    private mutating func read(_ root: YAMLNode) {
        guard let pairs = root.pairs else {
            return report("the events are a mapping, and this is \(root.kind)", root, "write each as `call.x: {…}`")
        }
        for pair in pairs {
            if let row = row(pair) { rows.append(row) }
        }
    }

    private mutating func row(_ pair: YAMLNode.Pair) -> Row? {
        let known = ["event", "case", "payload", "scope", "describes", "urgency", "when"]
        for other in pair.value.pairs ?? [] where !known.contains(other.name) {
            report("`\(other.name)` is no key of an event", other.key, "write one of \(known.joined(separator: ", "))")
        }
        guard let event = text("event", pair), let name = text("case", pair), let about = text("when", pair),
            let scope = word("scope", pair, or: Scope.call), let urgency = word("urgency", pair, or: Urgency.prompt),
            let subject = word("describes", pair, or: Subject.nothing),
            let payload = scope == .stream ? "" : text("payload", pair)
        else { return nil }
        return Row(
            type: pair.name, event: event, name: name, payload: payload, describesCall: subject == .call, scope: scope,
            urgency: urgency, about: about)
    }

    private mutating func text(_ key: String, _ pair: YAMLNode.Pair) -> String? {
        if let text = pair.value[key]?.scalar?.text, !text.isEmpty { return text }
        report("the event has no `\(key)`", pair.key, "add `\(key): …`")
        return nil
    }

    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ pair: YAMLNode.Pair, or usual: Word
    ) -> Word? {
        guard let node = pair.value[key] else { return usual }
        if let word = node.scalar.flatMap({ Word(rawValue: $0.text) }) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        report("this is no \(key)", node, "write one of \(words)")
        return nil
    }

    private mutating func report(_ message: String, _ node: YAMLNode, _ suggestion: String) {
        problems.append(Diagnostic(file: file, place: Place(node), message: message, suggestion: suggestion))
    }
}
