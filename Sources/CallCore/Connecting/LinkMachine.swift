/// Keeps an event stream open: notices that it is lost, and opens it again after ever longer pauses
/// (`semantics.md` 4.7, and section 0 rule 12).
public struct LinkMachine: Sendable {
    /// Where the stream is.
    public enum Stage: Hashable, Sendable {
        /// Not wanted.
        case closed
        /// Open.
        case open
        /// Lost, and asked for again.
        case reopening
        /// Lost, and not asked for again yet.
        case pausing
    }

    /// What can happen to the stream.
    public enum Event: Hashable, Sendable {
        /// It was opened, for the first time or again.
        case opened
        /// The server answered a sign of life.
        case answered
        /// Events are missing, the server ended the stream, or it does not know the connection any more.
        case broken
        /// The network is gone.
        case pathLost
        /// The network is there.
        case pathBack
        /// It could not be opened again; whether that may pass.
        case failed(mayPass: Bool)
        /// A timer that the machine had asked for has run out.
        case ranOut(Timer)
        /// It is not wanted any more.
        case close
    }

    /// The machine's timers; there is at most one of each.
    public enum Timer: String, CaseIterable, Hashable, Sendable {
        /// Until the next sign of life is asked for.
        case ping
        /// Until the server counts as silent.
        case silence
        /// Until an attempt counts as failed.
        case attempt
        /// Until the next attempt.
        case pause
    }

    /// What is to be done.
    public enum Effect: Hashable, Sendable {
        /// Ask for a sign of life.
        case ping
        /// Open the stream again, after the last event that was handled.
        case reopen
        /// Stop the attempt that is under way.
        case abandon
        /// Set a timer, in place of the one that is set.
        case start(Timer, Duration)
        /// Stop a timer.
        case stop(Timer)
        /// The stream is lost and being opened again.
        case tellLost
        /// The stream is lost for good.
        case tellGone
    }

    /// Where the stream is.
    public private(set) var stage = Stage.closed
    private let interval: Duration
    private let silence: Duration
    private var failures = 0

    /// How long one attempt may take.
    public static let attempt = Duration.seconds(5)
    /// The pauses between attempts, the last one for all that follow.
    static let pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5)]

    /// Makes the machine of a stream that is not open.
    ///
    /// - Parameters:
    ///   - interval: How often a sign of life is asked for.
    ///   - silence: How long the server may answer none.
    public init(interval: Duration = .seconds(5), silence: Duration = .seconds(15)) {
        self.interval = interval
        self.silence = silence
    }

    /// Takes one event and says what to do; the only door.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch (stage, event) {
        case (_, .close):
            stage = .closed
            return [.abandon] + Timer.allCases.map { .stop($0) }
        case (.closed, .opened), (.reopening, .opened):
            stage = .open
            failures = 0
            return [.stop(.attempt), .start(.ping, interval), .start(.silence, silence)]
        case (.open, .answered):
            return [.start(.silence, silence)]
        case (.open, .ranOut(.ping)):
            return [.start(.ping, interval), .ping]
        case (.open, .broken), (.open, .pathLost), (.open, .ranOut(.silence)):
            return [.stop(.ping), .stop(.silence), .tellLost] + reopen()
        case (.reopening, .failed(mayPass: true)), (.reopening, .ranOut(.attempt)):
            stage = .pausing
            let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
            failures += 1
            return [.stop(.attempt), .abandon, .start(.pause, pause)]
        case (.reopening, .failed(mayPass: false)):
            stage = .closed
            return [.stop(.attempt), .tellGone]
        case (.pausing, .ranOut(.pause)), (.pausing, .pathBack):
            return [.stop(.pause)] + reopen()
        case (.closed, _), (.open, _), (.reopening, _), (.pausing, _):
            return []
        }
    }

    private mutating func reopen() -> [Effect] {
        stage = .reopening
        return [.start(.attempt, Self.attempt), .reopen]
    }
}
