/// The stage of a `Call` (`semantics.md` 2.1).
public enum CallStage: String, CaseIterable, Hashable, Sendable {
    /// No operation is pending.
    case idle
    /// A join is pending.
    case joining
    /// The client has joined the session.
    case joined
    /// The client is leaving the session.
    case leaving
    /// The acceptance of a ring is pending.
    case accepting
    /// The ring was accepted.
    case accepted
    /// The rejection of a ring is pending.
    case rejecting
    /// The ring was rejected.
    case rejected
    /// An operation failed. `idle` follows immediately.
    case error

    /// The possible next stages. Any other move is refused without effect.
    public var successors: [CallStage] { Self.allCases.filter(mayBecome) }

    /// True when the given stage may be next.
    public func mayBecome(_ next: CallStage) -> Bool {
        switch next {
        case .idle: self != .idle
        case .joining: self == .idle || self == .accepted || self == .joining
        case .joined: self == .joining
        case .leaving: self != .leaving
        case .accepting: self == .idle
        case .accepted: self == .accepting
        case .rejecting: self == .idle || self == .joined
        case .rejected: self == .rejecting
        case .error: true
        }
    }
}

/// A move that ``CallStage/successors`` does not list. The stage is unchanged.
public struct InvalidCallTransition: Error, Hashable, Sendable {
    /// The current stage of the call.
    public let from: CallStage
    /// The requested stage.
    public let to: CallStage

    /// Creates the error of a move.
    public init(from: CallStage, to: CallStage) {
        self.from = from
        self.to = to
    }
}

extension InvalidCallTransition: CustomStringConvertible {
    /// The error in one sentence.
    public var description: String {
        "a call that is \(from) cannot become \(to)"
    }
}

/// The machine of a call's stage. A refused move has no effect.
public struct CallStageMachine: Sendable {
    /// The current stage.
    public private(set) var stage: CallStage = .idle

    /// Creates the machine of a new call.
    public init() {}

    /// Moves to `next`, or throws and keeps the stage.
    public mutating func move(to next: CallStage) throws(InvalidCallTransition) {
        guard stage.mayBecome(next) else { throw InvalidCallTransition(from: stage, to: next) }
        stage = next
    }
}
