import ScenarioLanguage

/// Checks that a switch of a call that its participant has set keeps its state, also through a join, until the
/// participant sets it again (semantics.md 3.5).
///
/// Others may switch off a microphone or a camera that is on, so only those that are off are checked.
struct ChoiceWatch {
    /// A switch, and the beginning of the names of the commands that set it.
    private struct Device {
        let prefix: String
        let property: Property
        /// True when others may switch it off.
        let isOfOthers: Bool

        init(_ prefix: String, _ property: String, isOfOthers: Bool = false) {
            (self.prefix, self.isOfOthers) = (prefix, isOfOthers)
            self.property = CommandEffect.named(property)
        }
    }

    private struct Choice {
        let device: Device
        let value: Value
        let command: String
        /// The call and the counts of what may give the participant another object for it.
        let call: [Value]
        /// The active call. A client that leaves it has another object for it later.
        let active: Value
    }

    /// The choices of each participant that is checked.
    private var choices: [String: [Choice]] = [:]
    /// The first violation, in words.
    private(set) var violation: String?

    private static let devices = [
        Device("call.microphone.", "microphone.status", isOfOthers: true),
        Device("call.camera.", "camera.status", isOfOthers: true), Device("call.speaker.", "speaker.status"),
        Device("call.audioOutput.", "speaker.audioOutputStatus"),
    ]
    /// The other commands after which the participant has the same object for its call.
    private static let harmless: Set<String> = ["call.get", "call.join", "call.getParticipants", "call.update"]

    /// Returns the switch that a command sets.
    private static func device(of command: Command) -> Device? {
        let name = command.spec.name
        // The other side of a camera says nothing about its switch.
        return name == "call.camera.flip" ? nil : devices.first { name.hasPrefix($0.prefix) }
    }

    /// Notes the start of a command.
    mutating func begin(_ command: Command, of participant: String) {
        if let device = Self.device(of: command) {
            forget(device, of: participant)
        } else if !Self.harmless.contains(command.spec.name) {
            choices[participant] = []
        }
    }

    /// Notes the end of a command.
    ///
    /// - Parameter isDone: True when the command has returned, and did not throw.
    mutating func end(_ command: Command, isDone: Bool, of participant: String, _ read: EffectWatch.Reading) {
        if isDone, let device = Self.device(of: command) {
            note(device, command.spec.name, of: participant, read)
        }
        guard violation == nil, let known = choices[participant] else { return }
        let (call, active) = (Self.call(read), read(Self.activeCall))
        let lost = known.first {
            $0.call == call && ($0.active == .none || $0.active == active) && read($0.device.property) != $0.value
        }
        violation = lost.map { choice in
            "after \(command.spec.name), the \(choice.device.property) of \(participant) is "
                + "\(read(choice.device.property)), and "
                + "\(choice.command) has set it to \(choice.value)"
        }
    }

    private mutating func forget(_ device: Device, of participant: String) {
        choices[participant, default: []].removeAll { $0.device.prefix == device.prefix }
    }

    private mutating func note(
        _ device: Device, _ command: String, of participant: String, _ read: EffectWatch.Reading
    ) {
        let value = read(device.property)
        guard choices[participant] != nil,
            value == .text("disabled") || value == .text("enabled") && !device.isOfOthers,
            !Self.isRefused(command, value)
        else { return }
        forget(device, of: participant)
        choices[participant]?.append(
            Choice(device: device, value: value, command: command, call: Self.call(read), active: read(Self.activeCall))
        )
    }

    /// True for a command without its effect, such as for lack of a capability.
    private static func isRefused(_ command: String, _ value: Value) -> Bool {
        command.hasSuffix(".enable") && value == .text("disabled")
            || command.hasSuffix(".disable") && value == .text("enabled")
    }

    private static let activeCall = CommandEffect.named("activeCall")

    private static func call(_ read: EffectWatch.Reading) -> [Value] {
        [
            read(CommandEffect.named("callCid")), read(CommandEffect.named("notifications.callEnded")),
            read(.events("call.ring")),
        ]
    }
}
