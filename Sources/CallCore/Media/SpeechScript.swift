import Timing

/// The times at which a participant's synthetic microphone sends speech.
struct SpeechScript: Hashable, Sendable {
    private var spans: [Range<Instant>]

    init(_ spans: [Range<Duration>]) {
        self.spans = spans.map {
            Instant.start.advanced(by: $0.lowerBound)..<Instant.start.advanced(by: $0.upperBound)
        }
    }

    /// Adds speech from `now` for the given duration.
    mutating func speak(for duration: Duration, at now: Instant) {
        spans.removeAll { $0.upperBound <= now }
        spans.append(now..<now.advanced(by: max(.zero, duration)))
    }

    func isSpeaking(at now: Instant) -> Bool {
        spans.contains { $0.contains(now) }
    }
}
