import Journal
import ScenarioLanguage
import ScenarioVocabulary

/// One property that a driver reports.
struct DriverReport {
    let property: String
    let value: Value

    /// Throws when there is no such property, or the value is invalid for it.
    init(_ member: JSON.Member, _ words: LibraryWords) throws(DriverReportError) {
        guard let type = words.type(ofProperty: member.name) else {
            let advice =
                Spelling.suggestion(for: member.name, in: words.properties.map(\.name)).map { "; \($0)" } ?? ""
            throw DriverReportError(text: "reports \(member.name.quoted), which is not a property\(advice)")
        }
        guard let value = Value(member.value, of: type) else {
            throw DriverReportError(
                text: "reports \(member.name.quoted) as \(member.value.written.quoted), "
                    + "which is not \(type.expected)\(type.advice(on: member.value))")
        }
        (property, self.value) = (member.name, value)
    }
}

/// The error of an invalid report.
struct DriverReportError: Error {
    let text: String
}

extension LibraryWords {
    /// Returns the type of the named property's values; nil for an unknown name.
    fileprivate func type(ofProperty name: String) -> ValueType? {
        if let property = properties.first(where: { $0.name == name }) { return property.type }
        let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch parts.first {
        case "custom"? where parts.count > 1: return .anything
        case "participants"? where parts.count == 3:
            return participantProperties.first { $0.name == parts[2] }?.type
        case "members"? where parts.count == 3: return memberProperties.first { $0.name == parts[2] }?.type
        default: return nil
        }
    }
}

extension ValueType {
    /// Returns the nearest word, or the list of words, as the end of a message.
    fileprivate func advice(on value: JSON) -> String {
        guard case .word(let words) = self, let text = value.text else { return "" }
        return Spelling.suggestion(for: text, in: words.all).map { "; \($0)" } ?? ""
    }
}

extension JSON {
    /// The value in JSON notation.
    var written: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let digits): digits
        case .text(let text): text
        case .array(let values): "[\(values.map(\.written).joined(separator: ", "))]"
        case .object(let members): "{\(members.map { "\($0.name): \($0.value.written)" }.joined(separator: ", "))}"
        }
    }
}
