/// Writes a file with all of its mutants, each behind its switch. No line of the file moves, so that a message of the
/// compiler about a line is about the mutants of that line.
struct Schemata {
    private let text: [UInt8]
    private let mutants: [Mutant]

    init(_ text: String, with mutants: [Mutant]) {
        self.text = Array(text.utf8)
        // Of two places that begin together the longer one contains the other.
        self.mutants = mutants.sorted {
            ($0.bytes.lowerBound, -$0.bytes.upperBound) < ($1.bytes.lowerBound, -$1.bytes.upperBound)
        }
    }

    var written: String {
        var rest = mutants[...]
        return write(0..<text.count, &rest)
    }

    /// Writes a part of the file with the mutants that lie in it, and takes those from `rest`.
    private func write(_ part: Range<Int>, _ rest: inout ArraySlice<Mutant>) -> String {
        var (result, place) = ("", part.lowerBound)
        while let mutant = rest.first, mutant.bytes.lowerBound < part.upperBound {
            rest.removeFirst()
            result += plain(place..<mutant.bytes.lowerBound)
            let inside = write(mutant.bytes, &rest)
            result += mutant.switched(inside)
            place = mutant.bytes.upperBound
        }
        return result + plain(place..<part.upperBound)
    }

    private func plain(_ part: Range<Int>) -> String { String(decoding: text[part], as: UTF8.self) }

    /// Returns the mutants without those that overlap another one without containing it, and without the second of two
    /// in one place.
    static func nested(_ mutants: [Mutant]) -> [Mutant] {
        var kept: [Mutant] = []
        var open: [Range<Int>] = []
        let sorted = mutants.sorted {
            ($0.bytes.lowerBound, -$0.bytes.upperBound) < ($1.bytes.lowerBound, -$1.bytes.upperBound)
        }
        for mutant in sorted {
            while let last = open.last, last.upperBound <= mutant.bytes.lowerBound { open.removeLast() }
            if let last = open.last, last == mutant.bytes || mutant.bytes.upperBound > last.upperBound { continue }
            kept.append(mutant)
            open.append(mutant.bytes)
        }
        return kept
    }
}

extension Mutant {
    /// The place with its switch; `inside` is its text with the mutants that lie in it.
    fileprivate func switched(_ inside: String) -> String {
        switch change {
        case .value(let other): "(isMutant(\(id)) ? (\(other)) : (\(inside)))"
        case .omission: "if !isMutant(\(id)) { \(inside) }"
        case .order(let other): "if isMutant(\(id)) { \(other) } else { \(inside) }"
        case .mismatch: "\(inside) where !isMutant(\(id))"
        case .earlyReturn(let statement): "if isMutant(\(id)) { \(statement) }; "
        }
    }
}
