internal import FoundationEssentials
internal import Journal
internal import Loop
internal import ScenarioLanguage
internal import Timing
internal import YAML

/// The failures that the implementer of a driver expects: a file with an id, a reason and a date for each.
struct ExpectedFailures {
    private struct Entry {
        let reason: String
        let until: String
        let place: Place
    }

    /// The mistakes in the file.
    private var problems: [Diagnostic] = []
    private var lines: [String] = []
    private var entries: [String: Entry] = [:]
    private let file: String
    private let known: Set<String>
    private let today: String

    /// The maximum size of the file, in bytes.
    static let largest = 1 << 20
    private static let keys = ["id", "reason", "until"]

    /// Creates an empty list.
    init() { (file, known, today) = ("", [], "") }

    /// Parses the file's text.
    ///
    /// - Parameters:
    ///   - known: The ids of all scenarios in the files of the run.
    ///   - today: The date, such as `2026-11-23`.
    init(_ bytes: [UInt8], file: String, known: Set<String>, today: String) {
        (self.file, self.known, self.today) = (file, known, today)
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        // A list without entries may consist of comments.
        guard lines.contains(where: { $0.contains { !$0.isWhitespace } && $0.first { !$0.isWhitespace } != "#" }) else {
            return
        }
        do throws(YAMLError) {
            read(try YAMLNode.parse(bytes))
        } catch {
            problems.append(Diagnostic(error, file: file))
        }
    }

    /// The mistakes in the file with their lines; empty without mistakes.
    var problemText: String { problems.map { $0.rendered(sourceLines: lines) }.joined(separator: "\n") }

    private mutating func read(_ root: YAMLNode) {
        guard let items = root.items else {
            let example = "write each as `- {id: RING-01, reason: …, until: 2027-03-31}`"
            return report("the expected failures must be a list, and this is \(root.kind)", root, example)
        }
        for item in items { add(item) }
    }

    private mutating func add(_ item: YAMLNode) {
        guard let pairs = item.pairs else {
            return report(
                "an expected failure is a mapping, and this is \(item.kind)", item, "it has `id`, `reason`, `until`")
        }
        for pair in pairs where !Self.keys.contains(pair.name) {
            report("an expected failure has no `\(pair.name)`", pair.key, "it can be `id`, `reason` or `until`")
        }
        guard let id = text("id", of: item), let reason = text("reason", of: item), let until = text("until", of: item)
        else { return }
        check(id, item["id"] ?? item)
        check(until: until, item["until"] ?? item)
        entries[id] = Entry(reason: reason, until: until, place: Place(item))
    }

    private mutating func check(_ id: String, _ node: YAMLNode) {
        if entries[id] != nil { report("`\(id)` is listed twice", node, "remove one of them") }
        guard !known.contains(id) else { return }
        let near = Spelling.nearest(to: id, in: known.sorted()).map { "did you mean `\($0)`?" }
        report("no scenario of this run has the id `\(id)`", node, near ?? "remove the entry")
    }

    private mutating func check(until date: String, _ node: YAMLNode) {
        guard CalendarDate.isDate(date) else {
            return report("`\(date)` is not a date", node, "write it as `2027-03-31`")
        }
        if date < today {
            report(
                "the date \(date) has passed", node,
                "look whether it still fails, and set another date or remove the entry")
        }
    }

    private mutating func text(_ key: String, of item: YAMLNode) -> String? {
        guard let node = item[key] else {
            report("an expected failure needs `\(key)`", item, "it has `id`, `reason`, `until`")
            return nil
        }
        guard let scalar = node.scalar, !scalar.isNull, !scalar.text.isEmpty else {
            let kind = node.scalar?.text.isEmpty == true ? "empty" : "\(node.kind)"
            report("`\(key)` must be a text, and this is \(kind)", node, "write it as `\(key): …`")
            return nil
        }
        return scalar.text
    }

    private mutating func report(_ message: String, _ node: YAMLNode, _ suggestion: String?) {
        problems.append(Diagnostic(file: file, place: Place(node), message: message, suggestion: suggestion))
    }

    // MARK: Verdicts

    /// Returns the verdict of an expected failure: unsupported, or failed when the scenario passed.
    func judged(_ verdict: Verdict) -> Verdict {
        guard let entry = entries[verdict.id], verdict.kind != .harnessFault else { return verdict }
        var judged = verdict
        if verdict.kind == .passed {
            judged.kind = .failed
            judged.failure = Verdict.Failure(
                "it passed, and \(file):\(entry.place.line):\(entry.place.column) expects it to fail "
                    + "(\(entry.reason)): remove the entry")
        } else if verdict.kind.isBad {
            judged.kind = .unsupported
            judged.failure?.reason =
                "a known failure until \(entry.until) (\(entry.reason)): "
                + (verdict.failure?.reason ?? "it failed")
        }
        return judged
    }
}

extension ExpectedFailures {
    /// Reads the file that a command line names; empty without one.
    init(_ words: RunRequest, _ selection: Selection, verb: Verb) throws(UsageError) {
        guard let file = words.expectedFailures else {
            self.init()
            return
        }
        let isDriven = !words.options.drivers.isEmpty || selection.scenarios.contains(where: \.isDriven)
        guard isDriven || !selection.diagnostics.isEmpty else {
            throw UsageError(verb, "--expected-failures is for runs with a driver, and there is none")
        }
        guard let bytes = FileStore.read(file, atMost: Self.largest) else {
            throw UsageError(verb, "--expected-failures: \(file) cannot be read")
        }
        self.init(bytes, file: file, known: selection.known, today: CalendarDate.today)
    }
}

/// Calendar dates as texts, such as `2026-11-23`, which sort by day.
enum CalendarDate {
    private static let style = Date.ISO8601FormatStyle().year().month().day()

    /// The current date in UTC.
    static var today: String {
        let milliseconds = MainActor.assumeIsolated { MainScheduler.shared.date.milliseconds }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style)
    }

    /// Returns true for a text that is a valid date.
    static func isDate(_ text: String) -> Bool {
        (try? Date(text, strategy: style))?.formatted(style) == text
    }
}
