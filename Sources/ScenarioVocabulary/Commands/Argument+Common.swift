import ScenarioLanguage

extension Argument {
    static let call = Argument("call", .call, "the call", such: "call: default:standup")
    static let custom = Argument("custom", .custom, "custom data", such: "custom: {topic: plans}")
    static let video = Argument("video", .value(.boolean), "true for a video call", such: "video: true")
    static let reason = Argument("reason", .value(.text), "the reason", such: "reason: decline")
    static let notify = Argument("notify", .value(.boolean), "true notifies the members", such: "notify: true")
    static let participant = Argument(
        "participant", .device, "the other participant, or a user with all devices", such: "participant: bob")
    static let to = Argument("to", .users, "the receivers; all members when left out", such: "to: [bob]")
    static let eventType = Argument(
        "eventType", .value(.text), "the type of an event, known or not", such: "eventType: app.updated")
}
