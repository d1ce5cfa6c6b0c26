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

    /// The rows in the order of the file.
    private(set) var rows: [Row] = []
    private var mapping: MappingFile

    var sourceLines: [String] { mapping.sourceLines }
    var problems: [Diagnostic] { mapping.problems }

    init(_ bytes: [UInt8], file: String) {
        mapping = MappingFile(bytes, file: file, contents: "events", advice: "write each as `call.x: {…}`")
        rows = mapping.entries.compactMap { row($0) }
    }

    private mutating func row(_ pair: YAMLNode.Pair) -> Row? {
        let known = ["event", "case", "payload", "scope", "describes", "urgency", "when"]
        for other in pair.value.pairs ?? [] where !known.contains(other.name) {
            mapping.report(
                "`\(other.name)` is not a key of an event", other.key, "write one of \(known.joined(separator: ", "))")
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
        mapping.report("the event has no `\(key)`", pair.key, "add `\(key): …`")
        return nil
    }

    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ pair: YAMLNode.Pair, or usual: Word
    ) -> Word? {
        guard let node = pair.value[key] else { return usual }
        if let word = node.scalar.flatMap({ Word(rawValue: $0.text) }) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        mapping.report("this is not a \(key)", node, "write one of \(words)")
        return nil
    }
}
