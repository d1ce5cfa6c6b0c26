import ScenarioVocabulary
import Signaling
import Testing
import Timing

@testable import CallCore
@testable import CallLibraryGuest

/// The values of a call that follow from its participants.
@Suite struct DerivedValuesTests {
    /// A call of bob with alice, whose participant a change describes.
    private static func values(_ change: (inout SFUParticipant) -> Void = { _ in }) -> CallStateValues {
        var values = CallStateValues(callCid: CallCid(type: "default", id: "standup"))
        values.sessionId = "bob"
        for id in ["alice", "bob"] {
            var participant = SFUParticipant {
                $0.user = User(id: id)
                $0.sessionId = id
            }
            if id == "alice" { change(&participant) }
            values.add(participant)
        }
        return values
    }

    private static func difference(_ shown: CallStateValues, _ other: CallStateValues) -> String? {
        DerivedValues.ofParticipants.difference(shown, other)?.description
    }

    /// A change of alice's participant.
    static let changes: [@Sendable (inout SFUParticipant) -> Void] = [
        { _ in }, { $0.isDominantSpeaker = true }, { $0.isSpeaking = true },
        { $0.publishedTracks = [.audio, .video, .screenShare] },
    ]

    @Test(arguments: changes.indices) func `a call shows what follows from its participants`(_ index: Int) {
        let values = Self.values(Self.changes[index])
        #expect(Self.difference(values, values) == nil)
    }

    @Test(arguments: [("dominantSpeaker", 1), ("activeSpeakers", 2), ("screenSharingSession", 3)])
    func `a value that does not follow from them is named`(_ name: String, _ index: Int) {
        let changed = Self.values(Self.changes[index])
        #expect(Self.difference(changed, Self.values())?.hasPrefix(name) == true)
        #expect(Self.difference(Self.values(), changed)?.hasPrefix(name) == true)
    }

    @Test func `a participant, its session and its own one are named`() {
        var other = Self.values()
        other.sessionId = "alice"
        #expect(Self.difference(Self.values(), other)?.hasPrefix("localParticipant") == true)
        let renamed = Self.values { $0.user = User(id: "carol") }
        #expect(Self.difference(Self.values(), renamed)?.hasPrefix("participantUserIds") == true)
        let rejoined = Self.values { $0.sessionId = "alice-2" }
        #expect(Self.difference(Self.values(), rejoined)?.hasPrefix("participantsMap") == true)
    }

    @Test func `videos are requested as they are shown, and screens always`() {
        let video = { (change: (inout CallStateValues) -> Void) in
            var values = Self.values { $0.publishedTracks = [.video] }
            change(&values)
            return values
        }
        let group = IncomingVideoQualitySettings.Group.custom(sessionIds: ["alice"])
        let withoutVideo = IncomingVideoQualitySettings.disabled
        let others = [
            video { $0.setShown(false, "alice") },
            video { $0.setTrackSize(CallParticipant.TrackSize(width: 10, height: 10), "alice") },
            video { $0.incomingVideoQualitySettings = withoutVideo(group) },
            video {
                let size = CallParticipant.TrackSize(width: 20, height: 20)
                $0.incomingVideoQualitySettings = .manual(group: group, targetSize: size)
            },
        ]
        for values in others {
            #expect(Self.difference(values, values) == nil)
            #expect(Self.difference(video { _ in }, values)?.hasPrefix("subscriptions") == true)
        }
    }
}
