internal import Timing

/// Writes entries as lines of `journal.ndjson`.
///
/// Every line begins with `number`, `time` (seconds) and `kind`. The other keys are the fields of the kind, in the
/// order of its table; absent fields are omitted.
package enum JournalLine {
    /// Returns the entry's line, including its line feed.
    package static func bytes(of entry: JournalEntry) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(192)
        append(entry, to: &line)
        return line
    }

    /// Appends the entry's line to `text`.
    package static func append(_ entry: JournalEntry, to text: inout [UInt8]) {
        var json = JSONText(continuing: text)
        // The writer must be the only owner of the bytes. Otherwise each line would copy all lines before it.
        text = []
        json.openObject()
        json.key("number")
        json.integer(entry.number)
        json.key("time")
        json.seconds(nanoseconds: entry.time.nanoseconds)
        json.key("kind")
        let kind = entry.event.kind
        json.text(kind.name)
        for field in kind.fields {
            guard let content = field.content(of: entry.event) else { continue }
            json.key(field.key)
            json.write(content)
        }
        json.closeObject()
        json.newline()
        text = json.takeBytes()
    }
}

extension JSONText {
    fileprivate mutating func write(_ content: JournalField.Content) {
        switch content {
        case .value(let value): self.value(value)
        case .unsigned(let number): integer(number)
        case .instant(let instant): seconds(nanoseconds: instant.nanoseconds)
        case .address(let address): self.address(address)
        case .attributes(let attributes): self.attributes(attributes)
        }
    }
}
