import Journal
import ScenarioLanguage
import Timing

/// The history of one run, read from its journal. Times are nanoseconds from the start of the run.
package struct RunHistory: Sendable {
    /// A change of a participant's property.
    package struct Change: Hashable, Sendable {
        package let time: Int64
        package let participant: String
        package let property: String
        package let to: String
    }

    /// A timer of a participant that fired.
    package struct Timer: Hashable, Sendable {
        package let owner: String
        package let label: String
        package let deadline: Int64
    }

    /// A datagram that was sent.
    package struct Datagram: Hashable, Sendable {
        package let time: Int64
        package let summary: String
    }

    /// The most bytes of a journal that a search reads.
    static let longestJournal = 4 << 20

    /// The beginning and end of each step, by its number.
    package private(set) var steps: [Int: (began: Int64, ended: Int64)] = [:]
    package private(set) var changes: [Change] = []
    package private(set) var timers: [Timer] = []
    package private(set) var datagrams: [Datagram] = []

    /// Reads the lines of a journal; a line that is not an entry is left out.
    package init(journal: [UInt8]) {
        for line in journal.split(separator: UInt8(ascii: "\n")) {
            guard let entry = try? JSON(parsing: Array(line)), let kind = entry["kind"]?.text,
                let time = entry["time"]?.instant?.nanoseconds
            else { continue }
            switch kind {
            case "step": add(step: entry, at: time)
            case "state": add(state: entry, at: time)
            case "timer": add(timer: entry, at: time)
            case "datagram":
                guard entry["fate"]?.text == "sent", let summary = entry["summary"]?.text else { continue }
                datagrams.append(Datagram(time: time, summary: summary))
            default: continue
            }
        }
    }

    private mutating func add(step entry: JSON, at time: Int64) {
        guard let number = entry["step"]?.integer else { return }
        if entry["phase"]?.text == "began" { steps[number] = (time, time) } else { steps[number]?.ended = time }
    }

    private mutating func add(state entry: JSON, at time: Int64) {
        guard let participant = entry["participant"]?.text, let property = entry["property"]?.text,
            let to = entry["to"]?.text
        else { return }
        changes.append(Change(time: time, participant: participant, property: property, to: to))
    }

    private mutating func add(timer entry: JSON, at time: Int64) {
        guard let owner = entry["owner"]?.text, let label = entry["label"]?.text, entry["phase"]?.text == "fired" else {
            return
        }
        let timer = Timer(owner: owner, label: label.withoutIdentifiers, deadline: time)
        timers.append(timer)
    }

    /// The value of a property at an instant; nil while it has none.
    package func value(of property: String, of participant: String, at time: Int64) -> String? {
        changes.last { $0.participant == participant && $0.property == property && $0.time <= time }?.to
    }
}

extension String {
    /// The text without words that hold an identifier, which differs from seed to seed.
    fileprivate var withoutIdentifiers: String {
        split(separator: " ").filter { $0.count < 30 || !$0.contains("-") }.joined(separator: " ")
    }
}
