/// The reason for which a text is rejected, with its position.
package enum YAMLError: Error, Hashable, Sendable {
    /// The text has more bytes than the limit.
    case tooLong(bytes: Int, limit: Int)
    /// Collections are nested deeper than the limit.
    case tooDeep(limit: Int, at: Mark)
    /// The document has more nodes than the limit.
    case tooManyNodes(limit: Int, at: Mark)
    /// Aliases expand to more nodes than the limit.
    case aliasesExplode(alias: String, limit: Int, at: Mark, anchor: Mark)
    /// An alias inside its own anchor.
    case aliasOfItself(alias: String, at: Mark, anchor: Mark)
    /// An alias without an earlier anchor.
    case undefinedAlias(alias: String, at: Mark)
    /// A key that occurs twice in one mapping.
    case duplicateKey(key: String, at: Mark, first: Mark)
    /// A list or mapping as a key.
    case keyIsNoScalar(kind: String, at: Mark)
    /// A merge key, `<<`.
    case mergeKey(at: Mark)
    /// A second document in the text.
    case severalDocuments(at: Mark)
    /// A text without a document.
    case empty
    /// Bytes that are not UTF-8, or characters that a document may not contain.
    case notText(problem: String, at: Mark)
    /// Text that is not YAML.
    case notYAML(problem: String, at: Mark, context: String?, contextMark: Mark?, hint: String?)
    /// Memory ran out.
    case outOfMemory
}

extension YAMLError {
    /// The problem of a text in UTF-16 or UTF-32.
    static let otherEncoding = "UTF-16"
    /// libyaml's text for a character that only an escape can express.
    static let controlCharacter = "control characters are not allowed"

    /// The position of the error.
    package var mark: Mark {
        switch self {
        case .tooDeep(_, let at), .tooManyNodes(_, let at), .aliasesExplode(_, _, let at, _),
            .aliasOfItself(_, let at, _), .undefinedAlias(_, let at), .duplicateKey(_, let at, _),
            .keyIsNoScalar(_, let at), .mergeKey(let at), .severalDocuments(let at), .notText(_, let at),
            .notYAML(_, let at, _, _, _):
            at
        case .tooLong, .empty, .outOfMemory: .start
        }
    }

    /// A second position that explains the error, with a note.
    package var related: (mark: Mark, note: String)? {
        switch self {
        case .aliasesExplode(_, _, _, let anchor), .aliasOfItself(_, _, let anchor): (anchor, "the anchor is here")
        case .duplicateKey(_, _, let first): (first, "the first one is here")
        case .notYAML(_, _, let context?, let mark?, _): (mark, context)
        default: nil
        }
    }

    /// The problem.
    package var message: String {
        switch self {
        case .tooLong(let bytes, let limit): "the text has \(bytes) bytes, more than the \(limit) allowed"
        case .tooDeep(let limit, _): "nested more than \(limit) deep"
        case .tooManyNodes(let limit, _): "more than \(limit) values in one document"
        case .aliasesExplode(let alias, let limit, _, _):
            "the alias *\(alias) expands the document by more than \(limit) values"
        case .aliasOfItself(let alias, _, _): "the alias *\(alias) is inside the value that it names"
        case .undefinedAlias(let alias, _): "the alias *\(alias) has no anchor before it"
        case .duplicateKey(let key, _, _): "the key `\(key)` appears twice in one mapping"
        case .keyIsNoScalar(let kind, _): "\(kind) cannot be a key"
        case .mergeKey: "merge keys (`<<`) are not part of YAML 1.2"
        case .severalDocuments: "a second document starts here"
        case .empty: "there is nothing in it"
        case .notText(Self.otherEncoding, _): "the text is UTF-16"
        case .notText(Self.controlCharacter, _): "a control character is not allowed here"
        case .notText(let problem, _): "not a text in UTF-8: \(problem)"
        case .notYAML(let problem, _, _, _, _): "not YAML: \(problem)"
        case .outOfMemory: "no memory is left to read it"
        }
    }

    /// A correction, where one is known.
    package var suggestion: String? {
        switch self {
        case .tooLong, .tooManyNodes: "split it into several files"
        case .tooDeep: "lists and mappings that deep are a mistake; check brackets and indentation"
        case .aliasesExplode: "write the values out, or use the alias less often"
        case .aliasOfItself: "move the alias out of the value that its anchor names"
        case .undefinedAlias(let alias, _):
            "define it before with &\(alias), or put the text in quotes when it only starts with a star"
        case .duplicateKey: "remove one of the two, or put both under one key"
        case .keyIsNoScalar: "a key is a word or a quoted text, as in `key: value`"
        case .mergeKey: "write the keys out, or use an alias for the whole value"
        case .severalDocuments: "put each document in a file of its own, and remove the `---` line"
        case .empty: "write at least one `key: value` line"
        case .notText(Self.controlCharacter, _): #"take it out, or write it in double quotes, as in `"\u0007"`"#
        case .notText: "save the file as UTF-8 text"
        case .notYAML(_, _, _, _, let hint): hint
        case .outOfMemory: nil
        }
    }
}

extension YAMLError: CustomStringConvertible {
    /// `line:column: problem (correction)`.
    package var description: String {
        let advice = suggestion.map { " (\($0))" } ?? ""
        let other = related.map { "; \($0.note), at \($0.mark)" } ?? ""
        return "\(mark): \(message)\(other)\(advice)"
    }
}
