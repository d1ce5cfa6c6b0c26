package import ScenarioLanguage
package import Timing
package import Wire

extension [Value.Entry] {
    /// The scenario's data in their wire format.
    package var map: CBOR.Map {
        CBOR.Map(map { ($0.key, $0.value.item) })
    }
}

extension Value {
    /// The scenario's value in its wire format.
    package var item: CBOR {
        switch self {
        case .none: .null
        case .boolean(let truth): .boolean(truth)
        case .integer(let number): .integer(number)
        case .number(let number): .float(number)
        case .text(let text): .text(text)
        case .duration(let duration): .integer(duration.milliseconds)
        case .instant(let instant): .integer(instant.nanoseconds / 1_000_000)
        case .date(let date): .integer(date.milliseconds)
        case .list(let values): .array(values.map(\.item))
        case .map(let entries): .map(entries.map)
        }
    }

    /// Creates the scenario's value of a data item.
    package init(_ item: CBOR) {
        if let integer = item.integer {
            self = .integer(integer)
        } else if let text = item.text {
            self = .text(text)
        } else if let truth = item.boolean {
            self = .boolean(truth)
        } else if let number = item.double {
            self = .number(number)
        } else if let bytes = item.bytes {
            self = .text(bytes.hexadecimal)
        } else if let items = item.array {
            self = .list(items.map { Value($0) })
        } else if let map = item.map {
            self = .map(map.map { Entry(key: $0.key.text ?? $0.key.diagnostic, value: Value($0.value)) })
        } else {
            self = .none
        }
    }

    /// Returns a date, or `none`.
    package static func optionalDate(_ date: Timestamp?) -> Value {
        date.map { .date($0) } ?? .none
    }

    /// Returns a date as an instant of a run that started at `start`.
    package func since(_ start: Timestamp) -> Value {
        guard case .date(let date) = self else { return self }
        return .instant(Instant(nanoseconds: start.duration(to: date).nanoseconds))
    }
}
