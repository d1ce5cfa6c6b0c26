/// Keeps an event stream open: detects its loss and reopens it with increasing pauses (`semantics.md` 4.7, and section
/// 0 rule 12).
public struct LinkMachine: Sendable {
    /// The state of the stream.
    public enum Stage: Hashable, Sendable {
        /// The stream is not requested.
        case closed
        /// The stream is open.
        case open
        /// The stream is lost, and an attempt is pending.
        case reopening
        /// The stream is lost, and the next attempt has not begun.
        case pausing
    }

    /// An event of the stream.
    public enum Event: Hashable, Sendable {
        /// The stream opened, for the first time or again.
        case opened
        /// The server responded to a health request.
        case responded
        /// Events are missing, the server ended the stream, or the server has forgotten the connection.
        case broken
        /// The network is lost.
        case pathLost
        /// The network works.
        case pathBack
        /// An attempt failed. `isTransient` is true for a transient failure.
        case failed(isTransient: Bool)
        /// A timer of the machine fired.
        case ranOut(Timer)
        /// The owner closes the stream.
        case close
    }

    /// The machine's timers. At most one of each is set.
    public enum Timer: String, CaseIterable, Hashable, Sendable {
        /// The time until the next health request.
        case ping
        /// The time until the server counts as silent.
        case silence
        /// The time until an attempt counts as failed.
        case attempt
        /// The time until the next attempt.
        case pause
    }

    /// An action that the machine requests of its owner.
    public enum Effect: Hashable, Sendable {
        /// Send a health request.
        case ping
        /// Open the stream again after the last handled event.
        case reopen
        /// Stop the pending attempt.
        case abandon
        /// Set a timer and replace an earlier one of its kind.
        case start(Timer, Duration)
        /// Stop a timer.
        case stop(Timer)
        /// Report a lost stream that reopens.
        case notifyLost
        /// Report a permanently lost stream.
        case notifyGone
    }

    /// The current state of the stream.
    public private(set) var stage = Stage.closed
    private let interval: Duration
    private let silence: Duration
    private var failures = 0

    /// The time limit of one attempt.
    public static let attempt = Duration.seconds(5)
    /// The pauses between attempts. The last one applies to all further attempts.
    static let pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5)]

    /// Creates the machine of a closed stream.
    ///
    /// - Parameters:
    ///   - interval: The interval of health requests.
    ///   - silence: The time without a response after which the stream counts as lost.
    public init(interval: Duration = .seconds(5), silence: Duration = .seconds(15)) {
        self.interval = interval
        self.silence = silence
    }

    /// Handles one event and returns its effects.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch (stage, event) {
        case (_, .close):
            stage = .closed
            return [.abandon] + Timer.allCases.map { .stop($0) }
        case (.closed, .opened), (.reopening, .opened):
            stage = .open
            failures = 0
            return [.stop(.attempt), .start(.ping, interval), .start(.silence, silence)]
        case (.open, .responded):
            return [.start(.silence, silence)]
        case (.open, .ranOut(.ping)):
            return [.start(.ping, interval), .ping]
        case (.open, .broken), (.open, .pathLost), (.open, .ranOut(.silence)):
            return [.stop(.ping), .stop(.silence), .notifyLost] + reopen()
        case (.reopening, .failed(isTransient: true)), (.reopening, .ranOut(.attempt)):
            stage = .pausing
            let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
            failures += 1
            return [.stop(.attempt), .abandon, .start(.pause, pause)]
        case (.reopening, .failed(isTransient: false)):
            stage = .closed
            return [.stop(.attempt), .notifyGone]
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
