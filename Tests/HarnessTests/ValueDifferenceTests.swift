import Signaling
import Testing

@testable import CallLibraryGuest

/// The words for values that a client and its server hold differently.
struct ValueDifferenceTests {
    private struct Track {
        var kind = TrackType.video
        var size: VideoDimension?
    }

    @Test("A difference inside of a list names the element and its property")
    func innermostPart() {
        let shown = [Track(), Track(kind: .audio)]
        let held = [Track(), Track(kind: .screenShare)]
        let difference = ValueDifference("tracks", shown: shown, held: held)
        #expect(difference.description == "tracks[1].kind: shown audio, held screenShare")
    }

    @Test("Lists of different lengths are written whole, without names of types")
    func lengths() {
        let difference = ValueDifference("tracks", shown: [Track()], held: [Track]())
        #expect(difference.description == "tracks: shown [{kind: video, size: nothing}], held []")
    }

    @Test("Dictionaries are written in the order of their keys")
    func order() {
        let difference = ValueDifference("counts", shown: ["b": 2, "a": 1, "c": 3], held: [String: Int]())
        #expect(difference.description == "counts: shown {a: 1, b: 2, c: 3}, held {}")
    }

    @Test("An absent value is written as nothing")
    func absence() {
        let difference = ValueDifference("endedAt", shown: Int?.none, held: Int?.some(3))
        #expect(difference.description == "endedAt: shown nothing, held 3")
    }
}
