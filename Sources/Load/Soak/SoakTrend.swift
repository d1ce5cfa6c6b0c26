/// The growth of one resource per 1,000 calls, with its 95 % confidence interval.
package struct SoakTrend: Hashable, Sendable {
    package let resource: SoakResource
    /// The growth per 1,000 calls.
    package let slope: Double
    /// Half of the width of the confidence interval.
    package let margin: Double
    /// True when the whole interval is above zero, the growth is steady over the points, and it is more than noise.
    package let grows: Bool

    /// The interval's bounds.
    package var bounds: (low: Double, high: Double) { (slope - margin, slope + margin) }

    /// The share of the whole slope that each third of a steady growth has at least. A pool that has filled has less.
    private static let leastShare = 0.25

    /// Fits a line through points; nil when no calls ended between them.
    ///
    /// Calls under way use resources, too. Their share is removed from both sides before the fit, so that a ramp is no
    /// leak. Neighbouring points resemble each other, so that the usual interval would be far too narrow: this one has
    /// the variance of Newey and West.
    init?(of resource: SoakResource, in points: [SoakPoint]) {
        let calls = points.map { Double($0.ended) / 1000 }
        let levels = points.map { $0.amount(of: resource) }
        let load = Series(points.map { Double($0.underWay) }).centred
        let x = Series(calls).centred.without(load)
        let y = Series(levels).centred.without(load)
        guard let slope = y.slope(over: x) else { return nil }
        self.resource = resource
        self.slope = slope
        margin = x.margin(of: y, slope: slope)
        let rise = slope * ((calls.last ?? 0) - (calls.first ?? 0))
        let third = points.count / 3
        let isSteady = (0..<3).allSatisfy { part in
            let range = part * third..<(part == 2 ? points.count : (part + 1) * third)
            return (y.part(range).centred.slope(over: x.part(range).centred) ?? 0) > slope * Self.leastShare
        }
        grows = slope - margin > 0 && rise >= resource.leastRise && isSteady
    }
}

/// Values of one variable, point by point.
private struct Series {
    let values: [Double]

    init(_ values: [Double]) { self.values = values }

    var centred: Series {
        let mean = values.reduce(0, +) / Double(max(1, values.count))
        return Series(values.map { $0 - mean })
    }

    func part(_ range: Range<Int>) -> Series { Series(Array(values[range])) }

    private func product(_ other: Series) -> Double {
        zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The slope of these centred values over others; nil when the others do not vary.
    func slope(over other: Series) -> Double? {
        let square = other.product(other)
        // Equal values differ by rounding alone, which is not a variation.
        return square > 1e-12 * Double(values.count) ? product(other) / square : nil
    }

    /// The residuals of a fit over other centred values.
    func without(_ other: Series) -> Series {
        guard let slope = slope(over: other) else { return self }
        return Series(zip(values, other.values).map { $0 - slope * $1 })
    }

    /// Half of the 95 % confidence interval of a slope over these centred values, by the variance of Newey and West.
    func margin(of y: Series, slope: Double) -> Double {
        let square = product(self)
        let count = values.count
        guard square > 0, count > 3 else { return .infinity }
        let scores = zip(values, y.values).map { $0 * ($1 - slope * $0) }
        let lags = Int(Double(count).squareRoot())
        var sum = scores.reduce(0) { $0 + $1 * $1 }
        for lag in 1...max(1, lags) where lag < count {
            let weight = 1 - Double(lag) / Double(lags + 1)
            sum += 2 * weight * zip(scores, scores.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let variance = max(0, sum) / (square * square) * Double(count) / Double(count - 3)
        // Close to Student's distribution with so many degrees of freedom.
        return (1.96 + 2.4 / Double(count - 3)) * variance.squareRoot()
    }
}
