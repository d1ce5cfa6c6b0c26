package import Journal

/// The judgement of a soak: whether resources grow with the number of calls.
package struct SoakReport: Hashable, Sendable {
    package let trends: [SoakTrend]
    /// The points that were judged, after the warm-up.
    package let judged: Int
    /// The time from the start to the judged part.
    package let warmUp: Duration
    /// The calls that ended in the judged part.
    package let calls: Int

    /// The least warm-up. Both ends remember messages for 247 s (RFC 7252 section 4.8.2), so that memory grows until then.
    private static let leastWarmUp = Duration.seconds(300)
    /// The points that a judgement needs.
    package static let fewest = 30

    /// Judges the points of a load without its first third, in which caches and pools fill, and at least five minutes.
    package init(_ points: [SoakPoint]) {
        let judged = Array(points.dropFirst(points.count / 3).drop { $0.at < Self.leastWarmUp })
        self.judged = judged.count
        warmUp = judged.first?.at ?? .zero
        calls = (judged.last?.ended ?? 0) - (judged.first?.ended ?? 0)
        trends =
            judged.count < Self.fewest
            ? [] : SoakResource.allCases.compactMap { SoakTrend(of: $0, in: judged) }
    }

    /// The reason for which nothing can be said; nil when there is a judgement.
    package var gap: String? {
        if judged < Self.fewest {
            return "the soak is too short to judge: it has \(judged) samples after a warm-up of 5 min or a third, "
                + "and needs \(Self.fewest); let it last longer"
        }
        return trends.isEmpty ? "the soak shows nothing: no call ended after its warm-up; let it last longer" : nil
    }

    /// The growths, each in words.
    package var growths: [String] {
        trends.filter(\.grows).map {
            "\($0.resource.shown) grow\($0.resource.plural) by \($0.written) per 1,000 calls"
        }
    }

    /// The lines for people, each with a line break.
    package var summary: String {
        if let gap { return "soak       \(gap)\n" }
        let head =
            "soak       per 1,000 calls, of \(calls) calls in \(judged) samples after a warm-up of "
            + "\(LoadFigures.duration(warmUp)); 95% confidence\n"
        let names = trends.map(\.resource.shown.count).max() ?? 0
        let texts = trends.map(\.written)
        let width = texts.map(\.count).max() ?? 0
        let lines = zip(trends, texts).map { trend, text in
            let name = trend.resource.shown
            let gap = String(repeating: " ", count: names - name.count)
            let space = String(repeating: " ", count: width - text.count)
            return "  \(name)\(gap)  \(space)\(text)  \(trend.grows ? "grow\(trend.resource.plural)" : trend.rest)\n"
        }
        return head + lines.joined()
    }

    /// Adds the report to JSON, as an object.
    package func add(to text: inout JSONText) {
        text.openObject()
        text.key("samples")
        text.integer(judged)
        text.key("calls")
        text.integer(calls)
        text.key("warmUpSeconds")
        text.number(warmUp / .seconds(1))
        if let gap {
            text.key("gap")
            text.text(gap)
        }
        text.key("per1000Calls")
        text.openObject()
        for trend in trends { trend.add(to: &text) }
        text.closeObject()
        text.closeObject()
    }
}

extension SoakResource {
    /// The name for people.
    fileprivate var shown: String { self == .resident ? "resident memory" : rawValue }

    /// The end of a verb whose subject is the resource.
    fileprivate var plural: String { isMemory ? "s" : "" }
}

extension SoakTrend {
    /// The slope with its bounds: `+1000 (999 to 1001)`.
    fileprivate var written: String {
        let bounds = bounds
        return "\(sign(slope)) (\(sign(bounds.low)) to \(sign(bounds.high)))"
    }

    fileprivate var rest: String { resource.isMemory ? "does not grow" : "do not grow" }

    private func sign(_ value: Double) -> String {
        let size = abs(value)
        let text: String =
            if resource.isMemory { LoadFigures.bytes(Int(min(size, 1e15).rounded())) } else {
                Decimals.text(size, size < 10 ? 2 : 0)
            }
        guard text.contains(where: { ("1"..."9").contains($0) }) else { return text }
        return (value < 0 ? "-" : "+") + text
    }

    fileprivate func add(to text: inout JSONText) {
        text.key(resource.rawValue)
        text.openObject()
        let bounds = bounds
        for (name, value) in [("slope", slope), ("low", bounds.low), ("high", bounds.high)] {
            text.key(name)
            text.number(value)
        }
        text.key("grows")
        text.boolean(grows)
        text.closeObject()
    }
}
