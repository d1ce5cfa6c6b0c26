/// Where a `Call` is in its life (`semantics.md` 2.1).
public enum CallStage: String, CaseIterable, Hashable, Sendable {
    /// Nothing is under way.
    case idle
    /// On the way into the session.
    case joining
    /// In the session.
    case joined
    /// On the way out.
    case leaving
    /// The acceptance of a ring is under way.
    case accepting
    /// The ring was accepted.
    case accepted
    /// The rejection of a ring is under way.
    case rejecting
    /// The ring was rejected.
    case rejected
    /// Something failed; idle follows by itself.
    case error

    /// The stages that may come next. A move that is not listed is refused and changes nothing.
    public var successors: [CallStage] {
        switch self {
        case .idle: [.joining, .accepting, .rejecting, .leaving, .error]
        case .joining: [.joined, .joining, .leaving, .error, .idle]
        case .joined: [.rejecting, .leaving, .error, .idle]
        case .leaving: [.error, .idle]
        case .accepting: [.accepted, .leaving, .error, .idle]
        case .accepted: [.joining, .leaving, .error, .idle]
        case .rejecting: [.rejected, .leaving, .error, .idle]
        case .rejected: [.leaving, .error, .idle]
        case .error: [.leaving, .error, .idle]
        }
    }
}

/// A move that the table of ``CallStage/successors`` does not list; nothing was changed by asking for it.
public struct InvalidCallTransition: Error, Hashable, Sendable {
    /// Where the call is and stays.
    public let from: CallStage
    /// Where it was to go.
    public let to: CallStage

    /// Names a move that is not in the table.
    public init(from: CallStage, to: CallStage) {
        self.from = from
        self.to = to
    }
}

extension InvalidCallTransition: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        "a call that is \(from) cannot become \(to)"
    }
}

/// Keeps a call's stage to the table: decides first, then moves.
public struct CallStageMachine: Sendable {
    /// Where the call is.
    public private(set) var stage: CallStage = .idle

    /// Makes the machine of a new call.
    public init() {}

    /// Moves to `next`, or throws and stays.
    public mutating func move(to next: CallStage) throws(InvalidCallTransition) {
        guard stage.successors.contains(next) else { throw InvalidCallTransition(from: stage, to: next) }
        stage = next
    }
}
