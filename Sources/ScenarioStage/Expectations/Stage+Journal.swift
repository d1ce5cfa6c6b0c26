import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Stage {
    /// Returns the failure of an expectation on the journal; nil when it holds.
    func failure(of expectation: JournalExpectation, _ step: Step) -> ExpectationFailure? {
        switch expectation {
        case .count(let filter, let count, let place): failure(of: filter, expecting: count, at: place, step)
        case .order(let items): failure(of: items, step)
        }
    }

    private func failure(
        of filter: EntryFilter, expecting expected: Comparison, at place: Place, _ step: Step
    ) -> ExpectationFailure? {
        let key = EntryCount.Key(step: step.number, place: place)
        var count = entryCounts[key] ?? EntryCount()
        for entry in record.journal.entries[count.seen...] where mismatch(entry, filter, limit: 1).count == 0 {
            count.found += 1
        }
        count.seen = record.journal.entries.count
        entryCounts[key] = count
        guard !expected.isMet(by: .integer(count.found)) else { return nil }
        return ExpectationFailure(
            reason: "the journal was not as expected", place: place, step: step,
            expected: "entries of kind \(filter): \(expected)", actual: "\(count.found)",
            participants: participants(in: filter), candidates: { [self] in candidates(filter) })
    }

    /// Returns the participants that a filter names.
    func participants(in filter: EntryFilter) -> [String] {
        filter.tests.compactMap { test in
            guard case .equal(.text(let name)) = test.comparison, performer(name) != nil else { return nil }
            return name
        }
    }

    // MARK: One entry

    /// Returns the differences between an entry and a filter, at most `limit`.
    func mismatch(_ entry: JournalEntry, _ filter: EntryFilter, limit: Int) -> Mismatch {
        var mismatch = Mismatch()
        let kind = entry.event.kind
        guard kind.name == filter.kind else {
            mismatch.count = limit
            return mismatch
        }
        for test in filter.tests where mismatch.count < limit {
            let value = Self.value(of: test, in: entry, kind)
            guard !test.comparison.isMet(by: value, marks: marks) else { continue }
            mismatch.add("\(test.key ?? test.field) is \(value) and not \(test.comparison)")
        }
        return mismatch
    }

    private static func value(of test: EntryFilter.Test, in entry: JournalEntry, _ kind: JournalKind) -> Value {
        if test.field == "time" { return .instant(entry.time) }
        guard let content = kind.field(test.field)?.content(of: entry.event) else { return .none }
        if case .attributes(let attributes) = content {
            return attributes.first { $0.name == test.key }.map { Value($0.value) } ?? .none
        }
        return Value(content)
    }

    /// Returns an entry as one readable line.
    func line(_ entry: JournalEntry) -> String {
        let kind = entry.event.kind
        let words = kind.fields.compactMap { field -> String? in
            switch field.content(of: entry.event) {
            case .value(.none)?, nil: nil
            case let content?: field.values == .attributes ? "\(content)" : "\(field.name) \(content)"
            }
        }
        return "\(entry.time)  \(kind.name): \(words.joined(separator: ", "))"
    }

    private func candidates(_ filter: EntryFilter) -> [String] {
        Mismatch.nearest(record.journal.entries, mismatch: { mismatch($0, filter, limit: 2) }, line: line)
    }
}

/// The number of entries that match a filter so far; the journal only grows.
struct EntryCount {
    struct Key: Hashable {
        let step: Int
        let place: Place
    }

    var seen = 0
    var found: Int64 = 0
}

extension Value {
    /// Creates the scenario's value of a field's content.
    fileprivate init(_ content: JournalField.Content) {
        switch content {
        case .value(let value): self.init(value)
        case .instant(let instant): self = .instant(instant)
        case .unsigned, .address, .attributes: self = .text("\(content)")
        }
    }

    /// Creates the scenario's value of a journal's value. The journal has the values of some properties as texts.
    init(_ value: JournalValue) {
        switch value {
        case .none, .text("none"): self = .none
        case .text("true"): self = .boolean(true)
        case .text("false"): self = .boolean(false)
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .list(let values): self = .list(values.map { Value($0) })
        }
    }
}
