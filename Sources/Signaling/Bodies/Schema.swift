/// The rules of a schema in CDDL (RFC 8610), collected from the bodies.
package final class Schema {
    /// A field of a map.
    struct Field {
        let name: String
        let type: String
        let isOptional: Bool
    }

    private var rules: [String: String] = [:]

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
        rules[name] = ""
        return rule(name, map(of: B()))
    }

    /// Returns the map of an encoded body.
    func map(of body: some Body) -> String {
        var body = body
        return map { coder throws(BodyError) in try body.code(&coder) }
    }

    /// Returns the map of the fields that are passed to a coder.
    func map(_ code: (inout BodyCoder) throws(BodyError) -> Void) -> String {
        var coder = BodyCoder(describing: self)
        // Only reading throws.
        try? code(&coder)
        let lines = coder.described.map { "  \($0.isOptional ? "? " : "")\"\($0.name)\": \($0.type),\n" }
        return lines.isEmpty ? "{}" : "{\n\(lines.joined())}"
    }
}
