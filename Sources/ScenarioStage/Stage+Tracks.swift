import Journal
import ScenarioVocabulary

extension Stage {
    /// Journals the number of packets that each participant has received of each track.
    func recordTracks() {
        for performer in performers {
            for row in performer.trackRows { record.log(performer.name, "track", row) }
        }
    }
}
