import CallLibrary
import ScenarioLanguage

extension Properties {
    /// The state of the path to the SFU's media port.
    static let mediaProperties: [PropertyRow] = [
        .call("statsReport.packetsSent", .number, "how many packets the participant had sent at the last report") {
            $0.statsReport.map { .integer($0.packetsSent) } ?? .none
        },
        .call("statsReport.packetsReceived", .number, "how many packets it had received by then") {
            $0.statsReport.map { .integer($0.packetsReceived) } ?? .none
        },
        .call("statsReport.packetsLost", .number, "how many were missing by then") {
            $0.statsReport.map { .integer($0.packetsLost) } ?? .none
        },
        .call("statsReport.datacenter", .text, "on which SFU it was then") { .optional($0.statsReport?.datacenter) },
        PropertyRow("mediaPath", .word(.pathStates), "how the way to the SFU's media port is; none without media") {
            .optional($0.call?.mediaPath?.rawValue)
        },
        PropertyRow("mediaRefusals", .number, "how many datagrams of media changed nothing here") {
            .integer(Int64($0.call?.mediaRefusals.values.reduce(0, +) ?? 0))
        },
    ]
}

extension ParticipantProperties {
    /// The state of a participant's tracks.
    static let mediaProperties: [ParticipantPropertyRow] =
        track("audioTrack", "voice", \.audioTrack) + track("track", "camera", \.track)
        + track("screenshareTrack", "screen", \.screenshareTrack)

    private static func track(
        _ name: String, _ what: String, _ track: @escaping @Sendable (CallParticipant) -> MediaTrack?
    ) -> [ParticipantPropertyRow] {
        func count(
            _ field: String, _ about: String, _ read: @escaping @Sendable (MediaTrack) -> Int64
        ) -> ParticipantPropertyRow {
            ParticipantPropertyRow("\(name).\(field)", .number, "\(about) of its \(what)") {
                track($0).map { .integer(read($0)) } ?? .none
            }
        }
        return [
            ParticipantPropertyRow("\(name).state", .word(.trackStates), "how its \(what) comes") {
                .optional(track($0)?.state.rawValue)
            },
            count("ssrc", "the source", { Int64($0.ssrc) }),
            count("received", "how many packets were received", \.packetsReceived),
            count("lost", "how many packets are missing", \.packetsLost),
            count("late", "how many packets were overtaken", \.packetsLate),
            count("duplicates", "how many packets came once more", \.packetsDuplicated),
            count("sent", "how many packets went out, when it is the participant itself,", \.packetsSent),
            ParticipantPropertyRow("\(name).jitter", .duration, "how far the packets' spacing varies of its \(what)") {
                track($0).map { .duration($0.jitter) } ?? .none
            },
        ]
    }
}
