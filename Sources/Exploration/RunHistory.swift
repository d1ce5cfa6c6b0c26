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

    /// A timer of a participant that fired, or that was armed.
    package struct Timer: Hashable, Sendable {
        package let owner: String
        package let label: String
        package let deadline: Int64
        /// The instant at which it was armed; nil when it fired.
        package var armed: Int64?
    }

    /// A datagram that was sent.
    package struct Datagram: Hashable, Sendable {
        package let time: Int64
        package let number: Int
        package let summary: String
    }

    /// A choice among what was ready at one instant.
    package struct Choice: Hashable, Sendable {
        package let time: Int64
        /// The number of the choice in its run, from one on.
        package let number: Int
        /// The number of possibilities.
        package let count: Int
        /// The number of what came next; zero is the usual order.
        package let value: Int
        /// The name of what came next.
        package let first: String
    }

    /// The longest journal that a search reads, in bytes.
    static let longestJournal = 4 << 20

    /// The beginning and end of each step, by its number.
    package private(set) var steps: [Int: (began: Int64, ended: Int64)] = [:]
    package private(set) var changes: [Change] = []
    /// The timers that fired.
    package private(set) var timers: [Timer] = []
    /// The timers that were armed, in runs that show them.
    package private(set) var armed: [Timer] = []
    package private(set) var datagrams: [Datagram] = []
    /// The choices that were not the usual ones; every choice in runs that show the timers that are armed.
    package private(set) var choices: [Choice] = []
    /// The numbers of the datagrams that links lost by chance.
    package private(set) var lostByChance: Set<Int> = []

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
            case "datagram": add(datagram: entry, at: time)
            case "log" where entry["name"]?.text == "choice": add(choice: entry, at: time)
            default: continue
            }
        }
    }

    private mutating func add(step entry: JSON, at time: Int64) {
        guard let number = entry["step"]?.integer else { return }
        if entry["phase"]?.text == "began" { steps[number] = (time, time) } else { steps[number]?.ended = time }
    }

    /// The reasons of losses that differ from seed to seed.
    private static let chances: Set = ["chance", "burst", "checksum"]

    private mutating func add(datagram entry: JSON, at time: Int64) {
        guard let number = entry["datagram"]?.integer else { return }
        switch entry["fate"]?.text {
        case "sent":
            guard let summary = entry["summary"]?.text else { return }
            datagrams.append(Datagram(time: time, number: number, summary: summary))
        case "lost" where Self.chances.contains(entry["reason"]?.text ?? ""): lostByChance.insert(number)
        default: return
        }
    }

    private mutating func add(state entry: JSON, at time: Int64) {
        guard let participant = entry["participant"]?.text, let property = entry["property"]?.text,
            let to = entry["to"]?.text
        else { return }
        changes.append(Change(time: time, participant: participant, property: property, to: to))
    }

    private mutating func add(timer entry: JSON, at time: Int64) {
        guard let owner = entry["owner"]?.text, let label = entry["label"]?.text?.withoutIdentifiers else { return }
        if entry["phase"]?.text == "fired" { timers.append(Timer(owner: owner, label: label, deadline: time)) }
        guard entry["phase"]?.text == "armed", let deadline = entry["until"]?.instant?.nanoseconds else { return }
        armed.append(Timer(owner: owner, label: label, deadline: deadline, armed: time))
    }

    private mutating func add(choice entry: JSON, at time: Int64) {
        guard let attributes = entry["attributes"], let number = attributes["number"]?.integer,
            let count = attributes["of"]?.integer, let value = attributes["value"]?.integer,
            let first = attributes["first"]?.text
        else { return }
        choices.append(Choice(time: time, number: number, count: count, value: value, first: first))
    }

    /// The value of a property at the end; nil while it has none.
    package func lastValue(of property: String, of participant: String) -> String? {
        changes.last { $0.participant == participant && $0.property == property }?.to
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
