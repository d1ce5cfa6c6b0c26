import ScenarioVocabulary

/// The first part in which two values of one type differ.
///
/// The parts are the stored properties of structures and the elements of lists, at any depth.
struct ValueDifference: CustomStringConvertible {
    let description: String

    /// - Parameter name: The name of the two values. Names of their parts follow it: `subscriptions[0].trackType`.
    init<Value>(_ name: String, shown: Value, held: Value) {
        description =
            Self.firstDifferentPart(name, shown as Any, held as Any)
            ?? "\(name): shown \(Self.written(shown as Any)), held \(Self.written(held as Any))"
    }

    private static func firstDifferentPart(_ name: String, _ shown: Any, _ held: Any) -> String? {
        let (parts, heldParts) = (parts(of: shown), parts(of: held))
        guard !parts.isEmpty, parts.map(\.label) == heldParts.map(\.label) else { return nil }
        for (part, other) in zip(parts, heldParts) where written(part.value) != written(other.value) {
            return Self(name + part.label, shown: part.value, held: other.value).description
        }
        return nil
    }

    /// Returns the properties or elements of a value; none of one that is written as a whole.
    private static func parts(of value: Any) -> [(label: String, value: Any)] {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { parts(of: $0.value) } ?? []
        case .collection:
            return mirror.children.enumerated().map { ("[\($0.offset)]", $0.element.value) }
        case .struct where !(value is any CustomStringConvertible || value is any RawRepresentable):
            return mirror.children.map { (".\($0.label ?? "")", $0.value) }
        default:
            return []
        }
    }

    private static func written(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { written($0.value) } ?? "nothing"
        case .collection:
            return "[\(mirror.children.map { written($0.value) }.joined(separator: ", "))]"
        case .set:
            return "[\(mirror.children.map { written($0.value) }.sorted().joined(separator: ", "))]"
        case .dictionary:
            return "{\(mirror.children.map(entry).sorted().joined(separator: ", "))}"
        default:
            return mirror.displayStyle == .struct ? writtenStructure(value) : "\(value)"
        }
    }

    /// Returns the properties of a structure with their names, or the value of its only one.
    private static func writtenStructure(_ value: Any) -> String {
        if let value = value as? any RawRepresentable { return "\(value.rawValue)" }
        let parts = parts(of: value)
        guard let first = parts.first else { return "\(value)" }
        guard parts.count > 1 else { return written(first.value) }
        return "{\(parts.map { "\($0.label.dropFirst()): \(written($0.value))" }.joined(separator: ", "))}"
    }

    /// Returns a key of a dictionary with its value.
    private static func entry(_ child: Mirror.Child) -> String {
        Mirror(reflecting: child.value).children.map { written($0.value) }.joined(separator: ": ")
    }
}

extension ViewDifference {
    /// The difference of two values of one type, in their first different part.
    init<Value>(_ name: String, shown: Value, held: Value) {
        self.init { ValueDifference(name, shown: shown, held: held).description }
    }
}
