import ScenarioLanguage

/// A mistake in a shape or a threshold, with its place in the text and a correction.
package struct LoadTextError: Error, Hashable {
    /// The text.
    package let text: String
    /// The place in the text, in characters from 1.
    package let column: Int
    /// The mistake in a sentence.
    package let message: String
    /// The correction.
    package let suggestion: String?
}

extension LoadTextError: CustomStringConvertible {
    /// The mistake with the text and a mark below the place.
    package var description: String {
        let mark = String(repeating: " ", count: column - 1) + "^"
        return "\(message)\(suggestion.map { "; \($0)" } ?? "")\n  \(text)\n  \(mark)"
    }
}

extension LoadShape {
    /// Reads a shape such as `ramp(0→2000/s, 60s), hold(10min)`.
    package init(_ text: String) throws(LoadTextError) {
        var reader = ShapeReader(text)
        self.init(try reader.sections(), text: text)
    }
}

/// Reads the sections of a shape, left to right.
private struct ShapeReader {
    private var words: LoadWords
    /// The rate at the end of the sections so far; nil before the first one with a rate.
    private var rate: Double?

    private static let longest = Duration.seconds(30 * 86_400)
    private static let highestRate = 1_000_000.0
    private static let names = ["ramp", "hold", "constant", "atOnce", "pause"]

    init(_ text: String) {
        words = LoadWords(text)
    }

    mutating func sections() throws(LoadTextError) -> [LoadShape.Section] {
        var sections: [LoadShape.Section] = []
        repeat { sections.append(try section()) } while words.take(",")
        guard words.isAtEnd else { throw words.error("a comma belongs between two sections") }
        return sections
    }

    private mutating func section() throws(LoadTextError) -> LoadShape.Section {
        let column = words.column
        let name = words.name()
        guard Self.names.contains(name) else { throw unknown(name, at: column) }
        try words.expect("(", "as in `ramp(0→100/s, 60s)`")
        let section = try section(called: name, at: column)
        try words.expect(")", "to end `\(name)(`")
        return section
    }

    private func unknown(_ name: String, at column: Int) -> LoadTextError {
        let near = Spelling.nearest(to: name, in: Self.names).map { "did you mean `\($0)`?" }
        return words.error(
            name.isEmpty ? "a section is missing" : "there is no section `\(name)`",
            near ?? "there are ramp(0→100/s, 60s), hold(10min), constant(100/s, 60s), atOnce(50) and pause(10s)",
            at: column)
    }

    private mutating func section(called name: String, at column: Int) throws(LoadTextError) -> LoadShape.Section {
        switch name {
        case "ramp": return try ramp()
        case "hold":
            guard let rate else {
                throw words.error("`hold` has no rate before it to hold", "begin with constant(100/s, 60s)", at: column)
            }
            return .slope(from: rate, to: rate, lasting: try duration())
        case "constant":
            let rate = try self.aRate()
            self.rate = rate
            try words.expect(",", "before the duration, as in `constant(100/s, 60s)`")
            return .slope(from: rate, to: rate, lasting: try duration())
        case "pause": return .slope(from: 0, to: 0, lasting: try duration())
        default: return .burst(try count())
        }
    }

    private mutating func ramp() throws(LoadTextError) -> LoadShape.Section {
        let from = try number()
        guard words.take("→") || words.take("->") else {
            throw words.error("an arrow belongs between the two rates", "write it like `ramp(0→100/s, 60s)`")
        }
        let to = try aRate()
        rate = to
        try words.expect(",", "before the duration, as in `ramp(0→100/s, 60s)`")
        return .slope(from: from, to: to, lasting: try duration())
    }

    /// A rate with its unit: `100/s`, `30/min`.
    private mutating func aRate() throws(LoadTextError) -> Double {
        let value = try number()
        if words.take("/s") { return value }
        if words.take("/min") { return value / 60 }
        if words.take("/h") { return value / 3600 }
        throw words.error("a rate has a unit", "write it like `100/s` or `30/min`")
    }

    private mutating func number() throws(LoadTextError) -> Double {
        let column = words.column
        let text = words.digits()
        guard let value = Double(text), value >= 0 else {
            throw words.error("a number is missing", "a rate is written like `100/s`", at: column)
        }
        guard value <= Self.highestRate else {
            throw words.error("\(text) is more than 1000000, the highest rate", nil, at: column)
        }
        return value
    }

    private mutating func count() throws(LoadTextError) -> Int {
        let column = words.column
        guard let value = Int(words.digits()), (1...LoadShape.mostAtOnce).contains(value) else {
            throw words.error(
                "`atOnce` needs a number of starts from 1 to \(LoadShape.mostAtOnce)", "as in `atOnce(50)`", at: column)
        }
        return value
    }

    private mutating func duration() throws(LoadTextError) -> Duration {
        let column = words.column
        let text = words.upTo([",", ")"])
        guard let duration = try? Units.duration(text, longest: Self.longest), duration > .zero else {
            throw words.error(
                "`\(text)` is not a duration between 1ms and 720h", "write it like `60s` or `10min`", at: column)
        }
        return duration
    }
}
