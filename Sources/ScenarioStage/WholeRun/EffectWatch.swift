import ScenarioLanguage

/// Compares a participant with its own commands: when a command returns, its effect is visible at the same instant.
///
/// A command is judged when no later command changes the same property, and its participant shows the call of the
/// command. It is not judged after an event about the same property, which may be newer than the response. Nor is an
/// effect that another response may describe: to a command that overlaps, or the first response about the call.
struct EffectWatch {
    /// Returns the current value of a property of the participant.
    typealias Reading = (Property) -> Value

    private struct Pending {
        let effects: [CommandEffect]
        /// The values before the command.
        let before: [Value]
        /// The numbers of events before it that change the same properties.
        let rivals: [[Value]]
        /// The call that the command names, or that the participant showed.
        let call: Value
        /// True once a response to another request of the participant was pending with this one.
        var isOverlapped: Bool
    }

    /// The commands that have not ended, by their numbers.
    private var pending: [Int: Pending] = [:]
    /// The numbers of all commands that have not ended.
    private var open: Set<Int> = []
    /// The number of the last command about each property.
    private var last: [String: Int] = [:]
    /// The first violation, in words.
    private(set) var violation: String?

    /// Notes the start of a command.
    mutating func begin(_ command: Command, number: Int, _ read: Reading) {
        forget(whenReplacedBy: command)
        for other in pending.keys { pending[other]?.isOverlapped = true }
        // A join of the view model has returned before its response describes the call.
        let isJoining = read(Self.callingState) == .text("joining")
        let isOverlapped = !open.isEmpty || isJoining || read(Self.isInitialized) != .boolean(true)
        open.insert(number)
        let effects = CommandEffect.all(of: command)
        guard !effects.isEmpty else { return }
        let before = effects.map { isChanging($0.property) ? .none : read($0.property) }
        for effect in effects { last[effect.property.description] = number }
        pending[number] = Pending(
            effects: effects, before: before, rivals: effects.map { $0.rivals(read) },
            call: Self.call(in: command) ?? read(Self.cid), isOverlapped: isOverlapped)
    }

    /// Forgets the commands about a call that a command of the client names: the participant may then show another
    /// object of that call.
    private mutating func forget(whenReplacedBy command: Command) {
        guard !command.spec.name.hasPrefix("call."), let call = Self.call(in: command) else { return }
        pending = pending.filter { $0.value.call != call }
    }

    /// Returns true when a command about a property has not ended.
    private func isChanging(_ property: Property) -> Bool {
        last[property.description].map { pending[$0] != nil } ?? false
    }

    /// Notes the end of a command.
    ///
    /// - Parameter isDone: True when the command has returned, and did not throw.
    mutating func end(_ command: Command, number: Int, isDone: Bool, of participant: String, _ read: Reading) {
        open.remove(number)
        guard let ended = pending.removeValue(forKey: number), isDone, violation == nil,
            ended.call == .none || ended.call == read(Self.cid) && read(Self.isInitialized) == .boolean(true)
        else { return }
        for (index, effect) in ended.effects.enumerated() {
            let before = ended.before[index]
            guard last[effect.property.description] == number, effect.applies(read),
                !effect.isOfServer || !ended.isOverlapped, effect.rivals(read) == ended.rivals[index]
            else { continue }
            let value = read(effect.property)
            guard !effect.isMet(by: value, after: before) else { continue }
            violation =
                "\(command.spec.name) of \(participant) returned, and its \(effect.property) is \(value)"
                + ", and not \(effect.change)"
            return
        }
    }

    private static let cid = CommandEffect.named("callCid")
    private static let callingState = CommandEffect.named("callingState")
    private static let isInitialized = CommandEffect.named("isInitialized")

    /// Returns the call that a command names.
    static func call(in command: Command) -> Value? {
        for case (_, .call(let call)) in command.arguments.contents { return .text("\(call.type):\(call.id)") }
        return nil
    }
}
