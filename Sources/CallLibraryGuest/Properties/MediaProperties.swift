import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Properties {
    /// The state of the path to the SFU's media port.
    static let mediaProperties: [PropertyRow] = [
        .call("statsReport.packetsSent", .count, "the packets that the participant had sent at the last report") {
            $0.statsReport.map { .integer($0.packetsSent) } ?? .none
        },
        .call("statsReport.packetsReceived", .count, "the packets that it had received then") {
            $0.statsReport.map { .integer($0.packetsReceived) } ?? .none
        },
        .call("statsReport.packetsLost", .count, "the packets that were lost then") {
            $0.statsReport.map { .integer($0.packetsLost) } ?? .none
        },
        .call("statsReport.datacenter", .text, "the SFU at that time") { .optional($0.statsReport?.datacenter) },
        PropertyRow(
            "mediaPath", .word(.pathStates), "the state of the path to the SFU's media port; none without media"
        ) {
            .optional($0.call?.mediaPath?.rawValue)
        },
        PropertyRow("mediaRefusals", .count, "the number of media datagrams without effect") {
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
            ParticipantPropertyRow("\(name).\(field)", .count, "\(about) of its \(what)") {
                track($0).map { .integer(read($0)) } ?? .none
            }
        }
        return [
            ParticipantPropertyRow("\(name).state", .word(.trackStates), "the state of its \(what)") {
                .optional(track($0)?.state.rawValue)
            },
            count("ssrc", "the source", { Int64($0.ssrc) }),
            count("received", "the number of received packets", \.packetsReceived),
            count("lost", "the number of lost packets", \.packetsLost),
            count("late", "the number of overtaken packets", \.packetsLate),
            count("duplicates", "the number of duplicate packets", \.packetsDuplicated),
            count("sent", "for the participant itself, the number of sent packets", \.packetsSent),
            ParticipantPropertyRow("\(name).jitter", .duration, "the interarrival jitter of its \(what)") {
                track($0).map { .duration($0.jitter) } ?? .none
            },
        ]
    }
}
