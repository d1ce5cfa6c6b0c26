import Journal
import ScenarioLanguage
import ScenarioVocabulary

/// The watched values of a run, as the journal has them.
struct WatchedValues {
    private(set) var values: [String: Value] = [:]
    private var holds: Bool?
    /// The number of entries with watched values.
    var entries = 0

    /// Takes the present values, and returns the changes; nil when nothing changed.
    mutating func take(_ present: [(name: String, value: Value)], holds: Bool) -> [JournalAttribute]? {
        let changes = present.filter { values[$0.name] != $0.value }
        guard !changes.isEmpty || self.holds != holds else { return nil }
        for change in changes { values[change.name] = change.value }
        self.holds = holds
        return changes.map { JournalAttribute($0.name, .text("\($0.value)")) }
    }
}

extension Director {
    /// Journals watched values that changed since the last idle point.
    func noteWatched() {
        guard case .watch(let expectations) = fork else { return }
        rememberFirstValues()
        var present: [(name: String, value: Value)] = []
        var holds = true
        for expectation in expectations {
            for name in expectation.participants {
                let result = evaluate(expectation, at: name)
                present.append(("\(name).\(expectation.property)", result.actual))
                holds = holds && result.isMet
            }
        }
        guard let changes = watched.take(present, holds: holds) else { return }
        let own = stage.record.journal.entries.count - watched.entries
        watched.entries += 1
        stage.record.log(
            nil, RunFork.watchEntry,
            [JournalAttribute("after", .integer(Int64(own))), JournalAttribute("holds", .boolean(holds))] + changes)
    }
}
