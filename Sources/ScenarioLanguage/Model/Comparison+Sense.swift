import Timing

/// Conditions that no value meets, or that every value meets.
extension Comparison {
    enum Flaw {
        /// No value meets the condition.
        case never
        /// Every value meets it.
        case always
    }

    /// Returns the flaw of a condition on values of a type; nil for a condition without one, and where it is unknown.
    ///
    /// The condition is evaluated for the values that it names, for their neighbours and for others of the type. Its
    /// outcome does not change between these.
    ///
    /// - Parameter mayBeAbsent: True when the value may be none.
    func flaw(of type: ValueType, mayBeAbsent: Bool) -> Flaw? {
        guard let known, let marks = known.marks else { return nil }
        let possible = (known.operands.flatMap(\.neighbours) + known.instants(marks) + type.samples).filter(type.holds)
        let samples = possible + (mayBeAbsent ? [.none] : [])
        guard samples.contains(where: { known.isMet(by: $0, marks: marks) }) else { return .never }
        return self == known && samples.allSatisfy { isMet(by: $0, marks: marks) } ? .always : nil
    }

    /// True for several conditions that must all hold.
    var isAll: Bool { if case .all = self { true } else { false } }

    /// The condition without the parts that depend on the content of a text or list; nil when nothing is left.
    private var known: Comparison? {
        switch self {
        case .contains, .matches, .count, .unchanged: return nil
        case .not(let comparison): return comparison.known == comparison ? self : nil
        case .oneOf(let comparisons): return comparisons.allSatisfy { $0.known == $0 } ? self : nil
        case .all(let comparisons):
            let known = comparisons.compactMap(\.known)
            return known.isEmpty ? nil : .all(known)
        case .equal, .atLeast, .atMost, .moreThan, .lessThan, .before, .after: return self
        }
    }

    private var inner: [Comparison] {
        switch self {
        case .not(let comparison), .count(let comparison): [comparison]
        case .oneOf(let comparisons), .all(let comparisons), .contains(let comparisons): comparisons
        default: []
        }
    }

    /// The values that the condition names.
    private var operands: [Value] {
        switch self {
        case .equal(let value), .atLeast(let value), .atMost(let value), .moreThan(let value), .lessThan(let value):
            [value]
        default: inner.flatMap(\.operands)
        }
    }

    private var moments: [Moment] {
        switch self {
        case .before(let moment), .after(let moment): [moment]
        default: inner.flatMap(\.moments)
        }
    }

    /// Instants for the marks of the condition; nil for several marks, whose order is unknown here.
    private var marks: Marks? {
        let names = Set(moments.map { $0.mark ?? Moment.firstStep })
        guard names.count < 2 else { return nil }
        var marks: Marks = [:]
        for name in names { marks[name] = .start }
        return marks
    }

    /// Returns the instants that the condition names, and their neighbours.
    private func instants(_ marks: Marks) -> [Value] {
        moments.compactMap { $0.instant(marks) }.flatMap { instant in
            [-1, 0, 1].map { .instant(instant.advanced(by: .nanoseconds($0))) }
        }
    }
}

extension Value {
    /// The value, and the next smaller and greater ones.
    fileprivate var neighbours: [Value] {
        switch self {
        case .integer(let number):
            [.integer(number &- 1), self, .integer(number &+ 1)] + Value.number(Double(number)).neighbours
        case .number(let number): [.number(number.nextDown), self, .number(number.nextUp)]
        case .duration(let duration):
            [duration - .nanoseconds(1), duration, duration + .nanoseconds(1)].map(Self.duration)
        default: [self]
        }
    }
}

extension ValueType {
    /// Some values of the type; a text that no file has stands for all others.
    fileprivate var samples: [Value] {
        let other = Value.text("\u{0}")
        return switch self {
        case .word(let words): words.all.map { .text($0) }
        case .boolean: [.boolean(false), .boolean(true)]
        case .number: [.number(-.greatestFiniteMagnitude), .integer(0), .number(.greatestFiniteMagnitude)]
        case .whole(let bounds): [.integer(bounds.lowerBound), .integer(bounds.upperBound)]
        case .bytes: [.integer(0), .integer(.max)]
        case .duration: [.duration(.zero), .duration(.seconds(1 << 32))]
        case .text, .user, .call, .error, .path: [other]
        case .texts, .users: [.list([]), .list([other])]
        case .date: [.instant(.start)]
        case .anything: [other, .boolean(false), .boolean(true), .list([]), .integer(.min), .integer(.max)]
        }
    }

    /// Returns true when a sample can be a value of the type.
    fileprivate func holds(_ value: Value) -> Bool {
        switch (self, value) {
        case (.whole(let bounds), .integer(let number)): bounds.contains(number)
        case (.bytes, .integer(let number)): number >= 0
        case (.duration, .duration(let duration)): duration >= .zero
        case (.whole, _), (.bytes, _), (_, .none): false
        default: true
        }
    }
}
