package import Journal
package import ScenarioLanguage
import ScenarioVocabulary
package import Signaling
import Timing

extension Value {
    /// Creates the value that a driver reported; returns nil when it is invalid for the type.
    package init?(_ json: JSON, of type: ValueType) {
        if json == .null {
            self = .none
            return
        }
        switch type {
        case .boolean:
            guard case .boolean(let truth) = json else { return nil }
            self = .boolean(truth)
        case .number, .whole, .bytes:
            guard let number = Self.number(json) else { return nil }
            self = number
        case .date:
            guard case .integer(let milliseconds)? = Self.number(json) else { return nil }
            self = .date(Timestamp(milliseconds: milliseconds))
        case .duration:
            guard let text = json.text, let duration = try? Units.duration(text, longest: .seconds(1 << 32)) else {
                return nil
            }
            self = .duration(duration)
        case .word(let words):
            guard let text = json.text, words.all.contains(text) else { return nil }
            self = .text(text)
        case .text, .path, .user, .call, .error:
            guard let text = json.text else { return nil }
            self = .text(text)
        case .texts, .users:
            guard let texts = json.texts else { return nil }
            self = .texts(texts)
        case .anything: self.init(any: json)
        }
    }

    private init(any json: JSON) {
        switch json {
        case .null: self = .none
        case .boolean(let truth): self = .boolean(truth)
        case .number: self = Self.number(json) ?? .none
        case .text(let text): self = .text(text)
        case .array(let values): self = .list(values.map { Value(any: $0) })
        case .object(let members): self = .map(members.map { Entry(key: $0.name, value: Value(any: $0.value)) })
        }
    }

    private static func number(_ json: JSON) -> Value? {
        guard case .number(let digits) = json else { return nil }
        if let whole = Int64(digits) { return .integer(whole) }
        return json.double.flatMap { $0.isFinite ? .number($0) : nil }
    }
}

extension JSONText {
    /// Writes a value for a driver; durations are texts with units.
    package mutating func value(_ value: Value) {
        switch value {
        case .none: null()
        case .boolean(let truth): boolean(truth)
        case .integer(let number): integer(number)
        case .number(let number): self.number(number)
        case .text(let text): self.text(text)
        case .duration(let duration): text(duration.written)
        case .instant(let instant): text(Duration.nanoseconds(instant.nanoseconds).written)
        case .date(let date): integer(date.milliseconds)
        case .list(let values):
            openArray()
            for item in values { self.value(item) }
            closeArray()
        case .map(let entries):
            openObject()
            for entry in entries {
                key(entry.key)
                self.value(entry.value)
            }
            closeObject()
        }
    }

    /// Writes a user as an object, as drivers and programs in place of servers receive it.
    package mutating func user(_ user: User) {
        openObject()
        member("id", user.id)
        member("name", user.name)
        member("role", user.role)
        closeObject()
    }

    /// Writes a member with a text value.
    package mutating func member(_ name: String, _ value: String) {
        key(name)
        text(value)
    }
}
