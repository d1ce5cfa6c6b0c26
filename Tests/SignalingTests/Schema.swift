import Wire

@testable import Signaling

/// The rules of a schema in CDDL (RFC 8610), collected from the bodies.
final class Schema {
    private var rules: [String: String] = [:]
    /// The fields whose value in a new body is not the one that their absence means, as `rule.field`.
    private(set) var contradictions: [String] = []

    /// The rules in the order of their names, each as `name = type`.
    var text: String {
        rules.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
    }

    /// Adds a rule and returns its name.
    func rule(_ name: String, _ type: String, _ comment: String? = nil) -> String {
        rules[name] = "\(name) = \(type)" + (comment.map { " ; \($0)" } ?? "") + "\n"
        return name
    }

    /// Returns the name of a type's rule: `SFUJoinRequest` becomes `sfu-join-request`.
    func name(of type: Any.Type) -> String {
        let characters = Array("\(type)".prefix { $0 != "<" })
        var name = ""
        for (position, character) in characters.enumerated() {
            let isNext = position + 1 < characters.count && characters[position + 1].isLowercase
            if position > 0, character.isUppercase, characters[position - 1].isLowercase || isNext { name += "-" }
            name += character.lowercased()
        }
        return name
    }

    // MARK: Types

    /// Returns the type of a form, and adds the required rules.
    func type(of form: any FieldForm.Type) -> String {
        switch form {
        case let form as any DescribedForm.Type: form.describe(in: self)
        case let body as any Body.Type: rule(for: body)
        case let word as any FieldWord.Type: rule(for: word)
        case let number as any FieldNumber.Type: rule(for: number)
        case let duration as any DurationForm.Type:
            rule(duration.unit, "0..\(duration.longest * duration.partsOfASecond)")
        default: name(of: form)
        }
    }

    private func rule<B: Body>(for type: B.Type) -> String {
        let name = name(of: type)
        guard rules[name] == nil else { return name }
        return rule(name, map(of: B(), named: name))
    }

    private func rule<Word: FieldWord>(for type: Word.Type) -> String {
        rule(name(of: type), type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " / "))
    }

    private func rule<Number: FieldNumber>(for type: Number.Type) -> String {
        rule(name(of: type), "int", type.allCases.map { "\($0.rawValue) \($0)" }.joined(separator: ", "))
    }

    // MARK: Fields

    /// Returns the map of an encoded body.
    func map(of body: some Body, named name: String) -> String {
        var body = body
        return map(named: name) { coder throws(BodyError) in try body.code(&coder) }
    }

    /// Returns the map of a new body of a type.
    func map<B: Body>(ofNew type: B.Type, named name: String) -> String { map(of: B(), named: name) }

    /// Returns the map of the fields that are passed to a coder.
    func map(named name: String, _ code: (inout BodyCoder) throws(BodyError) -> Void) -> String {
        let fields = BodyCoder.fields(code)
        let lines = fields.map { field in
            if case .usual(let usual, let initial) = field.presence, AnyHashable(usual) != AnyHashable(initial) {
                contradictions.append("\(name).\(field.name)")
            }
            return "  \(entry(of: field)),\n"
        }
        return lines.isEmpty ? "{}" : "{\n\(lines.joined())}"
    }

    private func entry(of field: ListedField) -> String {
        switch field.presence {
        case .required: "\"\(field.name)\": \(type(of: field.form))"
        case .word(let word): "\"\(field.name)\": \"\(word)\""
        case .optional: "? \"\(field.name)\": \(type(of: field.form))"
        case .usual(let usual, _): "? \"\(field.name)\": \(type(of: field.form, whenAbsent: usual))"
        }
    }

    /// Returns a field's type with the value that its absence means, where that is more than zero or nothing.
    ///
    /// A type has one operator in CDDL, so that one with a limit shows no value.
    private func type<Form: FieldForm>(of form: Form.Type, whenAbsent usual: Any) -> String {
        let type = type(of: form)
        guard !type.contains(" "), let usual = usual as? Form.Value else { return type }
        var coder = BodyCoder()
        Form.write(usual, &coder)
        switch try? CBOR(decoding: coder.encoded()) {
        case .boolean(let truth): return "\(type) .default \(truth)"
        case .unsigned(let number) where number > 0: return "\(type) .default \(number)"
        case .text(let text) where !text.isEmpty: return "\(type) .default \"\(text)\""
        default: return type
        }
    }
}
