/// A rule of the protocol that the check of a driver shows as kept or broken (`Docs/driver.md`), in the order of its
/// list.
package enum DriverRule: String, CaseIterable {
    case starts
    case hello = "`hello` is the first line"
    case names = "names of `hello`"
    case answers = "every line is answered"
    case flushes
    case order = "responses are in order"
    case once = "commands are answered once"
    case states
    case invented = "an invented command is unsupported"
    case members = "unknown members are ignored"
    case types = "a line of an unknown type is ignored"
    case ends = "`bye` ends it within a second"
    case sends = "`connect` sends a datagram"
    case connects = "`connect` ends"
    case acknowledges = "a confirmable message is acknowledged"
    case acknowledgesAgain = "a repeated message is acknowledged"
    case messageIDs = "message ids are used once"
    case format = "bodies have Content-Format 60"
    case disconnects = "`leave` closes the connection"
    case timers = "timers are later than now"
    case leaves = "`leave` leaves no timer"
    case datagrams = "a broken datagram is ignored"
    case longLine = "a long line is read"
    case unsendable = "`unsendable` is answered"
    case repeats = "same answers twice"
    case repeatsAfterBye = "same answers after `bye`"
    case clock = "no clock of its own"
}

/// The part of a conversation of the check that the plain one lacks, so that a difference shows one broken rule.
enum DriverAddition {
    case nothing
    case inventedCommand
    case unknownMembers
    case unknownType
    case brokenDatagrams
    case longLine
    case unsendable
    case repeatedMessage
    /// Real time that passes between lines.
    case pauses

    /// The additions after the plain conversation, for a driver with this clock.
    static func all(isVirtual: Bool) -> [DriverAddition] {
        let anyClock: [DriverAddition] = [.inventedCommand, .unknownMembers, .unknownType]
        return anyClock + (isVirtual ? [.brokenDatagrams, .longLine, .unsendable, .repeatedMessage, .pauses] : [])
    }

    /// The rule that is broken when only a conversation with the addition fails.
    var rule: DriverRule {
        switch self {
        case .nothing: .answers
        case .inventedCommand: .invented
        case .unknownMembers: .members
        case .unknownType: .types
        case .brokenDatagrams: .datagrams
        case .longLine: .longLine
        case .unsendable: .unsendable
        case .repeatedMessage: .acknowledgesAgain
        case .pauses: .clock
        }
    }

    /// True when a driver that ignores the addition writes the same other lines as without it.
    var changesNothing: Bool {
        switch self {
        case .unknownMembers, .unknownType, .pauses: true
        case .nothing, .inventedCommand, .brokenDatagrams, .longLine, .unsendable, .repeatedMessage: false
        }
    }
}
