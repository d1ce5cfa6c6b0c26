import CallLibrary
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Stage {
    /// Journals the number of packets that each participant has received of each track.
    func recordTracks() {
        for participant in cast {
            guard let call = participant.call, call.mediaPath != nil else { continue }
            for other in call.state.values.participants {
                let told = call.withTracks(other)
                for track in [told.audioTrack, told.track, told.screenshareTrack].compactMap({ $0 }) {
                    record.log(participant.name, "track", Self.attributes(of: track, other, participant))
                }
            }
        }
    }

    private static func attributes(
        of track: MediaTrack, _ other: CallParticipant, _ participant: StageParticipant
    ) -> [JournalAttribute] {
        [
            .init("of", .text(other.userId)), .init("type", .text(track.type.name)),
            .init("at", .text("\(participant.address.host)")), .init("ssrc", .integer(Int64(track.ssrc))),
            .init("state", .text(track.state.rawValue)), .init("received", .integer(track.packetsReceived)),
            .init("lost", .integer(track.packetsLost)), .init("late", .integer(track.packetsLate)),
            .init("duplicates", .integer(track.packetsDuplicated)), .init("sent", .integer(track.packetsSent)),
            .init("jitter", milliseconds(track.jitter)), .init("meanJitter", milliseconds(track.meanJitter)),
            .init("maxJitter", milliseconds(track.greatestJitter)),
        ]
    }

    private static func milliseconds(_ duration: Duration) -> JournalValue {
        .number(Double(duration.nanoseconds) / 1_000_000)
    }
}
