import Wire

/// The rules of a schema in CDDL (RFC 8610), collected from the bodies.
package final class Schema {
    /// A field of a map.
    struct Field {
        let name: String
        let type: String
        let isOptional: Bool
        /// True when a new body has the value that an absent field means.
        var isInitial = true
    }

    private var rules: [String: String] = [:]
    /// The fields whose value in a new body is not the one that their absence means, as `rule.field`.
    package private(set) var contradictions: [String] = []

    package init() {}

    /// The rules in the order of their names, each as `name = type`.
    package var text: String {
        rules.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
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

    /// Adds a rule and returns its name.
    func rule(_ name: String, _ type: String, _ comment: String? = nil) -> String {
        rules[name] = "\(name) = \(type)" + (comment.map { " ; \($0)" } ?? "") + "\n"
        return name
    }

    /// Adds the rules of a body and returns the name of the body's rule.
    func rule<B: Body>(for type: B.Type) -> String {
        let name = name(of: type)
        guard rules[name] == nil else { return name }
        return rule(name, map(of: B(), named: name))
    }

    /// Returns the map of an encoded body.
    func map(of body: some Body, named name: String) -> String {
        var body = body
        return map(named: name) { coder throws(BodyError) in try body.code(&coder) }
    }

    /// Returns a field's type with the value that its absence means, where that is more than zero or nothing.
    ///
    /// A type has one operator in CDDL, so that one with a limit shows no value.
    static func type(_ type: String, whenAbsent encoded: [UInt8]) -> String {
        guard !type.contains(" ") else { return type }
        switch try? CBOR(decoding: encoded) {
        case .boolean(let truth): return "\(type) .default \(truth)"
        case .unsigned(let number) where number > 0: return "\(type) .default \(number)"
        case .text(let text) where !text.isEmpty: return "\(type) .default \"\(text)\""
        default: return type
        }
    }

    /// Returns the map of the fields that are passed to a coder.
    func map(named name: String, _ code: (inout BodyCoder) throws(BodyError) -> Void) -> String {
        var coder = BodyCoder(describing: self)
        // Only reading throws.
        try? code(&coder)
        contradictions += coder.described.filter { !$0.isInitial }.map { "\(name).\($0.name)" }
        let lines = coder.described.map { "  \($0.isOptional ? "? " : "")\"\($0.name)\": \($0.type),\n" }
        return lines.isEmpty ? "{}" : "{\n\(lines.joined())}"
    }
}
