import Testing
import Wire

@testable import BackendCore

@Suite struct LevelMeterTests {
    private func meter(_ frames: (decibels: UInt8, hasVoice: Bool)...) -> LevelMeter {
        var meter = LevelMeter()
        for frame in frames {
            meter.add(RTP.AudioLevel(decibelsBelowOverload: frame.decibels, hasVoice: frame.hasVoice))
        }
        _ = meter.closeWindow()
        return meter
    }

    @Test func `speech is voice of at least half of the frames, and no quieter than the threshold`() {
        #expect(meter((55, true)).isSpeaking)
        #expect(!meter((56, true)).isSpeaking)
        #expect(!meter((20, false)).isSpeaking)
        #expect(meter((20, true), (20, false)).isSpeaking)
        #expect(!meter((20, true), (20, false), (20, false)).isSpeaking)
        #expect(!meter().isSpeaking)
    }

    @Test func `the level is the mean of the frames, with two digits`() {
        #expect(meter((0, true)).level == 1)
        #expect(meter((127, true)).level == 0)
        #expect(meter((20, true)).level == 0.84)
        #expect(meter((0, true), (127, true)).level == 0.5)
        #expect(meter().level == 0)
    }

    @Test func `speech ends after three windows without it, and each window counts anew`() {
        var meter = LevelMeter()
        meter.add(RTP.AudioLevel(decibelsBelowOverload: 20, hasVoice: true))
        let turns = (0..<6).map { _ in meter.closeWindow() }
        #expect(turns == [true, false, false, true, false, false])
        #expect(!meter.isSpeaking && meter.level == 0)
    }

    @Test func `a louder voice dominates after two windows, and a silent call keeps its speaker`() {
        var speaker = DominantSpeaker()
        func update(_ levels: [(String, LevelMeter)]) -> Bool { speaker.update(levels) }
        let (loud, quiet, silent) = (meter((10, true)), meter((50, true)), meter((127, false)))
        #expect(!update([("a", silent)]) && speaker.sessionId == nil)
        #expect(update([("a", quiet)]) && speaker.sessionId == "a")
        #expect(!update([("a", quiet), ("b", loud)]))
        #expect(!update([("a", quiet)]))
        #expect(!update([("a", quiet), ("b", loud)]))
        #expect(update([("a", quiet), ("b", loud)]) && speaker.sessionId == "b")
        #expect(!update([("b", silent)]) && speaker.sessionId == "b")
        speaker.forget("a")
        #expect(speaker.sessionId == "b")
        speaker.forget("b")
        #expect(speaker.sessionId == nil)
    }

    @Test func `of two louder voices that take turns neither dominates`() {
        var speaker = DominantSpeaker()
        let (loud, quiet) = (meter((10, true)), meter((50, true)))
        let louder = [nil, "b", "c", "b", "c", "c"]
        let turns = louder.map { id in speaker.update([("a", quiet)] + (id.map { [($0, loud)] } ?? [])) }
        #expect(turns == [true, false, false, false, false, true] && speaker.sessionId == "c")
    }

    @Test func `the lead of a louder voice lasts when another participant leaves`() {
        var speaker = DominantSpeaker()
        let (loud, quiet) = (meter((10, true)), meter((50, true)))
        let turns = (0..<3).map { round in
            if round == 2 { speaker.forget("c") }
            return speaker.update(round == 0 ? [("a", quiet)] : [("a", quiet), ("b", loud)])
        }
        #expect(turns == [true, false, true] && speaker.sessionId == "b")
    }

    @Test func `of a call on two SFUs each lets its own participants dominate, over the speaker of both`() {
        let (loud, quiet, silent) = (meter((10, true)), meter((50, true)), meter((127, false)))
        var speaker = DominantSpeaker()
        func turns(_ near: LevelMeter?, _ far: LevelMeter) -> Bool {
            let voices = [("near", near), ("far", far)].compactMap { id, meter in meter.map { (id, $0) } }
            return speaker.update(voices, remote: ["far"])
        }
        let ofFar = turns(nil, loud)
        #expect(!ofFar && speaker.sessionId == nil)
        speaker.adopt("far")
        let besideFar = turns(quiet, loud)
        #expect(!besideFar)
        // The speaker of the other SFU has stopped.
        let afterFar = turns(quiet, silent)
        #expect(afterFar && speaker.sessionId == "near")
        speaker.adopt("far")
        let overFar = [turns(loud, quiet), turns(loud, quiet)]
        #expect(overFar == [false, true] && speaker.sessionId == "near")
    }

    @Test func `a speaker of another SFU has a second until its packets are here`() {
        let loud = meter((10, true))
        var speaker = DominantSpeaker()
        speaker.adopt("far")
        let turns = (0..<5).map { _ in speaker.update([("near", loud)], remote: ["far"]) }
        #expect(turns == [false, false, false, false, true] && speaker.sessionId == "near")
        speaker.adopt("far")
        let afterItsPackets = [
            speaker.update([("far", loud)], remote: ["far"]), speaker.update([("near", loud)], remote: ["far"]),
        ]
        #expect(afterItsPackets == [false, true])
    }
}
