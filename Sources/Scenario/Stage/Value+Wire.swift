import Timing
import Wire

extension [Value.Entry] {
    /// Data of a scenario as it goes onto the wire.
    var map: CBOR.Map {
        CBOR.Map(map { ($0.key, $0.value.item) })
    }
}

extension Value {
    /// A value of a scenario as it goes onto the wire.
    var item: CBOR {
        switch self {
        case .none: .null
        case .boolean(let truth): .boolean(truth)
        case .integer(let number): .integer(number)
        case .number(let number): .float(number)
        case .text(let text): .text(text)
        case .duration(let duration): .integer(duration.milliseconds)
        case .list(let values): .array(values.map(\.item))
        case .map(let entries): .map(entries.map)
        }
    }

    /// A data item of the wire as a scenario shows it.
    init(_ item: CBOR) {
        if let integer = item.integer {
            self = .integer(integer)
        } else if let text = item.text {
            self = .text(text)
        } else if let truth = item.boolean {
            self = .boolean(truth)
        } else if let number = item.double {
            self = .number(number)
        } else if let items = item.array {
            self = .list(items.map { Value($0) })
        } else if let map = item.map {
            self = .map(map.map { Entry(key: $0.key.text ?? $0.key.diagnostic, value: Value($0.value)) })
        } else {
            self = .none
        }
    }

    /// A point in time, of which a scenario asks whether it is set and whether it changed.
    static func date(_ date: Timestamp?) -> Value {
        date.map { .integer($0.milliseconds) } ?? .none
    }
}
