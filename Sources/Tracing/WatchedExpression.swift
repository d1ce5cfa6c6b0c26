package import Journal

/// The values of an expression over a run, from idle point to idle point.
///
/// A repetition of the run journals them with the number of entries before each change. So they belong to positions of
/// the record, although it does not contain them.
package struct WatchedExpression: Hashable, Sendable {
    /// The values from an idle point on.
    package struct Sample: Hashable, Sendable {
        /// The number of entries of the record before it.
        let entries: Int
        /// True when all conditions hold.
        package let holds: Bool
        /// The value of each property, by its path such as `bob.callingState`.
        package let values: [JournalAttribute]
    }

    /// The expression as the user wrote it.
    package let text: String
    /// True when it compares values, and is not only the name of a property.
    package let isCondition: Bool
    private let samples: [Sample]

    /// Reads the entries of a repetition.
    ///
    /// - Parameters:
    ///   - entry: The name of the entries with watched values.
    ///   - repetition: The run in which the expression was watched.
    package init(_ text: String, isCondition: Bool, entry: String, in repetition: RunTrace) {
        self.text = text
        self.isCondition = isCondition
        var values: [JournalAttribute] = []
        var samples: [Sample] = []
        for case .log(let log) in repetition.entries.map(\.event) where log.source == nil && log.name == entry {
            guard case .integer(let entries)? = log.value(of: "after"),
                case .boolean(let holds)? = log.value(of: "holds")
            else { continue }
            for change in log.attributes.dropFirst(2) {
                if let index = values.firstIndex(where: { $0.name == change.name }) {
                    values[index] = change
                } else {
                    values.append(change)
                }
            }
            samples.append(Sample(entries: Int(entries), holds: holds, values: values))
        }
        self.samples = samples
    }

    /// The values at a position of the record: those of the last idle point up to it. At the beginning they are those of
    /// the first one.
    package func sample(at position: Int) -> Sample? {
        samples.last { $0.entries <= position + 1 } ?? samples.first
    }

    /// True when the conditions begin to hold at a position.
    func begins(at position: Int) -> Bool {
        samples.indices.contains { index in
            samples[index].entries == position + 1 && samples[index].holds && (index == 0 || !samples[index - 1].holds)
        }
    }
}

extension JournalEvent.Log {
    fileprivate func value(of name: String) -> JournalValue? { attributes.first { $0.name == name }?.value }
}
