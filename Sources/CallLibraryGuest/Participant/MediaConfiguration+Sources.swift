import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension MediaConfiguration {
    /// Creates the synthetic sources of a participant, with the library's defaults for omitted values.
    init(_ sources: MediaSpec.Sources) {
        self.init()
        speech = sources.speech
        if let number = sources.loudness { loudness = UInt8(clamping: number) }
        if let number = sources.frameRate { frameRate = number }
        if let number = sources.screenFrameRate { screenFrameRate = number }
        firstSource = sources.firstSource.map { UInt32(clamping: $0) }
        firstSequenceNumber = sources.firstSequenceNumber.map { UInt16(clamping: $0) }
        firstTimestamp = sources.firstTimestamp.map { UInt32(clamping: $0) }
    }
}
