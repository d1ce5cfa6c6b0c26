import Journal

/// The curves of a load over time: a point an interval, of fixed size.
package struct LoadCurves {
    private static let counts = ["offered", "started", "completed", "failed"]
    private static let shares: [(name: String, share: Double)] = [
        ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("max", 100),
    ]
    /// The numbers of all points, one point after the other. One array that is reserved is not growth in a soak.
    private var numbers: [Double] = []
    private var count = 0

    /// The place of the percentiles, behind the instant, the duration, four rates, instances at once, datagrams a second
    /// and the share of a core.
    private static let firstPhase = 9
    private static let width = firstPhase + LoadPhase.allCases.count * shares.count
    private static let expected = 2048

    package init() {
        numbers.reserveCapacity(Self.expected * Self.width)
    }

    package mutating func add(_ sample: LoadSample) {
        let it = sample.statistics
        // A last interval of no length has no rate.
        guard it.seconds > 0.001 else { return }
        count += 1
        numbers.append(sample.start / .seconds(1))
        numbers.append(it.seconds)
        for value in [it.offered, it.started, it.completed, it.failed] { numbers.append(Double(value) / it.seconds) }
        numbers.append(Double(it.maxUnderWay))
        numbers.append(Double(it.traffic.sent) / it.seconds)
        numbers.append((it.processorShare ?? 0) * 100)
        for phase in LoadPhase.allCases {
            let histogram = it.phases[phase]?.intended
            for share in Self.shares {
                guard let histogram, histogram.count > 0 else {
                    numbers.append(.nan)
                    continue
                }
                numbers.append(Double(histogram.value(atPercentile: share.share)) / 1e6)
            }
        }
    }

    /// The numbers at one place of all points; nil where none was measured.
    private func column(_ place: Int) -> [Double?] {
        (0..<count).map { point in
            let value = numbers[point * Self.width + place]
            return value.isNaN ? nil : value
        }
    }

    /// The charts as JSON: for each a title, a unit, and named lines over common instants.
    package var json: [UInt8] {
        var text = JSONText()
        text.openObject()
        text.key("at")
        Self.add(column(0), to: &text)
        text.key("charts")
        text.openArray()
        let rates = Self.counts.enumerated().map { ($0.element, column(2 + $0.offset)) }
        Self.add("Instances a second", "/s", rates, to: &text)
        Self.add("Instances at once", "", [("at once", column(6))], to: &text)
        for (index, phase) in LoadPhase.allCases.enumerated() {
            let first = Self.firstPhase + index * Self.shares.count
            let lines = Self.shares.enumerated().map { ($0.element.name, column(first + $0.offset)) }
            guard lines.contains(where: { $0.1.contains { $0 != nil } }) else { continue }
            Self.add("\(phase.rawValue), from the intended start", "ms", lines, to: &text)
        }
        Self.add("Datagrams a second", "/s", [("sent", column(7))], to: &text)
        Self.add("Processor of the generator", "%", [("of a core", column(8))], to: &text)
        text.closeArray()
        text.closeObject()
        return text.takeBytes()
    }

    private static func add(
        _ title: String, _ unit: String, _ lines: [(name: String, values: [Double?])], to text: inout JSONText
    ) {
        text.openObject()
        text.key("title")
        text.text(title)
        text.key("unit")
        text.text(unit)
        text.key("lines")
        text.openArray()
        for line in lines {
            text.openObject()
            text.key("name")
            text.text(line.name)
            text.key("values")
            add(line.values, to: &text)
            text.closeObject()
        }
        text.closeArray()
        text.closeObject()
    }

    private static func add(_ values: [Double?], to text: inout JSONText) {
        text.openArray()
        for value in values {
            if let value { text.raw(Decimals.text(value, 3).utf8) } else { text.null() }
        }
        text.closeArray()
    }
}
