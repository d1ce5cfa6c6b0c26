public import CallLibrary
public import Foundation

extension Date {
    /// Creates a date from one of the call library.
    public init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
    }
}

extension Timestamp {
    /// Creates a date of the call library, rounded to milliseconds and limited to the range of its dates.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

/// The dates of a call as Foundation has them; `values` has those of the call library.
extension CallState {
    /// The date on which the call was created; the distant past until it is known.
    public var createdAt: Date { self[dynamicMember: \.createdAt].map { Date($0) } ?? .distantPast }

    /// The date of the last update; the distant past until it is known.
    public var updatedAt: Date { self[dynamicMember: \.updatedAt].map { Date($0) } ?? .distantPast }

    /// The date on which the call is to start.
    public var startsAt: Date? { self[dynamicMember: \.startsAt].map { Date($0) } }

    /// The date on which the call has ended.
    public var endedAt: Date? { self[dynamicMember: \.endedAt].map { Date($0) } }
}
