import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

/// The names and types of fields, by the tables of wire.md. Client and server share one coder, so neither would notice a
/// misspelt name or another type.
struct BodyShapes {
    /// The date of the datagram; nil when dates are not exact.
    let now: Timestamp?

    /// The dates that may be in the future.
    private static let plans: Set<String> = ["starts_at", "timer_ends_at"]

    /// Returns the violation of a body that belongs to one of these parts; the one of the first when none fits.
    func violation(_ map: CBOR.Map, ofOneOf names: [String]) -> String? {
        let found = names.map { violation(map, ofPart: $0) }
        return found.contains { $0 == nil } ? nil : found.first ?? nil
    }

    private func violation(_ map: CBOR.Map, ofPart name: String) -> String? {
        switch name {
        case "-": map.isEmpty ? nil : "its body should be empty"
        case "coordinator-event": violation(ofEvent: map, WireTables.coordinatorEvents)
        case "sfu-event": violation(ofEvent: map, WireTables.sfuEvents)
        default: violation(map, name, WireTables.parts[name] ?? .empty)
        }
    }

    private func violation(ofEvent map: CBOR.Map, _ events: [String: WireTables.Part]) -> String? {
        guard case .text(let type)? = map["type"], let event = events[type] else {
            return "its event has no known type"
        }
        return violation(map, type, event)
    }

    /// - Parameter isWhole: False for a part of which any field may be absent, as may those of its parts.
    private func violation(_ map: CBOR.Map, _ name: String, _ part: WireTables.Part, isWhole: Bool = true) -> String? {
        var required = isWhole ? part.required : 0
        for (key, value) in map {
            guard case .text(let text) = key, let field = part.fields[text] else {
                return "no \(name) has the field \(key)"
            }
            let shape =
                if !isWhole, case .part(let part) = field.shape { WireTables.Shape.someOf(part) } else { field.shape }
            if let text = violation(value, shape, field.name) { return text }
            if !field.isOptional { required -= 1 }
        }
        guard required > 0 else { return nil }
        let missing = part.fields.values.filter { !$0.isOptional && map[$0.name] == nil }.map(\.name).min()
        return "its \(name) has no \(missing ?? "required field")"
    }

    private func violation(_ value: CBOR, _ shape: WireTables.Shape, _ name: String) -> String? {
        switch (shape, value) {
        case (.list(let shape), .array(let elements)):
            return elements.lazy.compactMap { violation($0, shape, name) }.first
        case (.dictionary(let shape), .map(let map)):
            return map.lazy.compactMap { violation($0.1, shape, name) }.first
        case (.part(let part), .map(let map)): return violation(map, ofPart: part)
        case (.someOf(let part), .map(let map)):
            return violation(map, part, WireTables.parts[part] ?? .empty, isWhole: false)
        case (.date, .unsigned(let milliseconds)): return violation(ofDate: milliseconds, name)
        default: return Self.fits(value, shape) ? nil : "its \(name) has the wrong type: \(value)"
        }
    }

    private func violation(ofDate milliseconds: UInt64, _ name: String) -> String? {
        guard let now, !Self.plans.contains(name) else { return nil }
        if milliseconds < UInt64(clamping: Timestamp.virtualStart.milliseconds) {
            return "its \(name) is a date before the run"
        }
        return milliseconds > UInt64(clamping: now.milliseconds) ? "its \(name) is a date in the future" : nil
    }

    private static func fits(_ value: CBOR, _ shape: WireTables.Shape) -> Bool {
        switch (shape, value) {
        case (.text, .text), (.flag, .boolean), (.map, .map), (.bytes, .bytes), (.count, .unsigned),
            (.integer, .unsigned), (.integer, .negative), (.number, .unsigned), (.number, .float), (.date, .negative):
            true
        case (.name, .text(let text)): !text.isEmpty
        case (.cid, .text(let text)): text.dropFirst().dropLast().contains(":")
        case (.oneOf(let texts), .text(let text)): texts.contains(text)
        case (.port, .unsigned(let number)): (1...65_535).contains(number)
        case (.source, .unsigned(let number)): number <= UInt64(UInt32.max)
        case (.range(let range), .unsigned(let number)): range.contains(number)
        default: false
        }
    }
}
