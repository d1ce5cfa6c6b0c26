import YAML

extension NodeReader {
    /// Returns a call, `type:id`.
    ///
    /// - Parameter isAnyType: True when the type may be one that no server has.
    func call(_ node: YAMLNode, ofAnyType isAnyType: Bool = false) -> CallReference? {
        guard let text = scalar(node, expecting: "a call, such as default:standup")?.text else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let fits = parts.allSatisfy { part in
            !part.isEmpty && part.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0 == "-" || $0 == "_" }
        }
        guard let type = parts.first, let id = parts.last, parts.count == 2, fits, text.utf8.count <= 128 else {
            let meant = parts.count == 1 && fits ? "write `default:\(text)`" : nil
            report(
                "\(text.quoted) is not a call", at: Place(node),
                suggestion: meant ?? "write type and id of letters, digits, `-` and `_`, like `default:standup`")
            return nil
        }
        if isAnyType { reading.otherCallTypes.insert(type) }
        let types = vocabulary.words.callTypes.all
        guard types.isEmpty || types.contains(type) || reading.otherCallTypes.contains(type) else {
            report(
                "there is no call type \(type.quoted)", at: place(of: type, after: 0, in: node),
                suggestion: Spelling.suggestion(for: type, in: types))
            return nil
        }
        return CallReference(type: type, id: id)
    }
}
