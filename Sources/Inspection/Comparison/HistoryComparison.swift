/// The differences between two histories of calls.
package struct HistoryComparison: Sendable {
    /// An event of one history or of both.
    enum Row: Hashable {
        /// An event of both, `shift` later in the second than earlier events predict.
        case same(first: CallEvent, second: CallEvent, shift: Int64)
        /// An event of the first history only, or one that has moved to that time in the second.
        case missing(CallEvent, movedTo: Int64?)
        /// An event of the second history only, or one that has moved from that time in the first.
        case extra(CallEvent, movedFrom: Int64?)
    }

    /// The number of differences by kind.
    package struct Counts: Hashable, Sendable {
        /// Events of the first history only.
        package var missing = 0
        /// Events of the second history only.
        package var extra = 0
        /// Events of both in another order.
        package var moved = 0
        /// Points from which the second history is later or earlier.
        package var shifted = 0
        /// Events beyond the limit.
        package var omitted = 0
    }

    let rows: [Row]
    package let counts: Counts

    /// True when the histories are equal.
    package var isSame: Bool { counts == Counts() }

    /// Compares two histories.
    ///
    /// - Parameters:
    ///   - first: The expected history.
    ///   - second: The actual history.
    ///   - tolerance: The accepted difference in nanoseconds relative to earlier events.
    package init(_ first: CallHistory, _ second: CallHistory, tolerance: Int64 = 50_000_000) {
        // Without a journal on both sides calling states cannot be compared.
        let isWithStates = first.hasStates && second.hasStates
        let sides = isWithStates ? (first, second) : (first.withoutStates, second.withoutStates)
        let names = (Identifiers(in: sides.0), Identifiers(in: sides.1))
        let left = sides.0.events.renamed(names.0.numbered(unless: names.1))
        let right = sides.1.events.renamed(names.1.numbered(unless: names.0))
        var rows = Self.rows(left, right, tolerance: tolerance)
        rows.markMoves()
        self.rows = rows
        var counts = Counts()
        for row in rows { counts.add(row) }
        if first.omitted > 0 || second.omitted > 0 { counts.omitted = max(1, first.omitted + second.omitted) }
        self.counts = counts
    }

    private static func rows(_ left: [CallEvent], _ right: [CallEvent], tolerance: Int64) -> [Row] {
        var lag: Int64 = 0
        return Alignment(left.map(\.text), right.map(\.text)).pairs.compactMap { pair in
            switch (pair.first.map { left[$0] }, pair.second.map { right[$0] }) {
            case (let first?, let second?):
                let now = second.time.clampedDifference(from: first.time)
                let shift = now.clampedDifference(from: lag)
                guard shift.magnitude > tolerance.magnitude else {
                    return .same(first: first, second: second, shift: 0)
                }
                lag = now
                return .same(first: first, second: second, shift: shift)
            case (let first?, nil): return .missing(first, movedTo: nil)
            case (nil, let second?): return .extra(second, movedFrom: nil)
            case (nil, nil): return nil
            }
        }
    }
}

extension [HistoryComparison.Row] {
    /// Joins a missing event with an equal extra one to a moved one.
    fileprivate mutating func markMoves() {
        var extras: [String: [Int]] = [:]
        for index in indices.reversed() {
            if case .extra(let event, _) = self[index] { extras[event.text, default: []].append(index) }
        }
        for index in indices {
            guard case .missing(let event, _) = self[index], let place = extras[event.text]?.popLast(),
                case .extra(let other, _) = self[place]
            else { continue }
            self[index] = .missing(event, movedTo: other.time)
            self[place] = .extra(other, movedFrom: event.time)
        }
    }
}

extension HistoryComparison.Counts {
    fileprivate mutating func add(_ row: HistoryComparison.Row) {
        switch row {
        case .same(_, _, let shift): if shift != 0 { shifted += 1 }
        case .missing(_, let place): if place == nil { missing += 1 } else { moved += 1 }
        case .extra(_, let place): if place == nil { extra += 1 }
        }
    }
}

extension [CallEvent] {
    fileprivate func renamed(_ numbers: [String: String]) -> [CallEvent] {
        map { CallEvent(time: $0.time, text: Identifiers.replacing(numbers, in: $0.text)) }
    }
}
