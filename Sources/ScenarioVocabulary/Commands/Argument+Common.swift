package import ScenarioLanguage
package import Wire

extension Argument {
    package static let call = Argument("call", .call, "the call", such: "call: default:standup")
    package static let custom = Argument("custom", .custom, "custom data", such: "custom: {topic: plans}")
    package static let video = Argument("video", .value(.boolean), "true for a video call", such: "video: true")
    package static let reason = Argument("reason", .value(.text), "the reason", such: "reason: decline")
    package static let notify = Argument("notify", .value(.boolean), "true notifies the members", such: "notify: true")
    package static let participant = Argument(
        "participant", .device, "the other participant, or a user with all devices", such: "participant: bob")
    package static let to = Argument("to", .users, "the receivers; all members when omitted", such: "to: [bob]")
    package static let eventType = Argument(
        "eventType", .text(.filled), "the type of an event, known or not", such: "eventType: app.updated")
    package static let broadcast = Argument(
        "broadcast", .text(.segment), "the name of an RTMP broadcast", such: "broadcast: tube")
    package static let level = Argument("level", .fraction, "the audio level, from 0 to 1", such: "level: 0.5")
}

extension Arguments {
    /// The custom data of a call in its wire format.
    package var customData: CBOR.Map { entries(.custom).map }

    /// Returns the argument as a number, whole or not.
    package func number(_ argument: Argument) -> Double? {
        switch value(argument) {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
