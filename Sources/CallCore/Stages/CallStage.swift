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
    public var successors: [CallStage] { Self.allCases.filter(mayBecome) }

    /// Whether a stage may come next.
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
        guard stage.mayBecome(next) else { throw InvalidCallTransition(from: stage, to: next) }
        stage = next
    }
}
