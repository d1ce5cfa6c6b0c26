/// Why a text is refused as a document, and where.
public enum YAMLError: Error, Hashable, Sendable {
    /// The text holds more bytes than allowed.
    case tooLong(bytes: Int, limit: Int)
    /// Collections lie too deep inside one another.
    case tooDeep(limit: Int, at: Mark)
    /// The document has more nodes than allowed.
    case tooManyNodes(limit: Int, at: Mark)
    /// Aliases stand for more nodes than allowed: a document that explodes when it is read.
    case aliasesExplode(alias: String, limit: Int, at: Mark, anchor: Mark)
    /// An alias inside the very node that it stands for.
    case aliasOfItself(alias: String, at: Mark, anchor: Mark)
    /// An alias that no anchor before it defines.
    case undefinedAlias(alias: String, at: Mark)
    /// A key that stands twice in one mapping.
    case duplicateKey(key: String, at: Mark, first: Mark)
    /// A key that is a list or a mapping.
    case keyIsNoScalar(kind: String, at: Mark)
    /// A merge key, `<<`.
    case mergeKey(at: Mark)
    /// A second document in the same text.
    case severalDocuments(at: Mark)
    /// No document at all.
    case empty
    /// Bytes that are no UTF-8 text, or characters that a document may not hold.
    case notText(problem: String, at: Mark)
    /// Text that is not YAML.
    case notYAML(problem: String, at: Mark, context: String?, contextMark: Mark?, hint: String?)
    /// No memory was left to read it.
    case outOfMemory
}

extension YAMLError {
    /// The problem of a text with two bytes a character.
    static let otherEncoding = "UTF-16"
    /// The problem, as libyaml tells it, of a character that only an escape can stand for.
    static let controlCharacter = "control characters are not allowed"

    /// Where the trouble is.
    public var mark: Mark {
        switch self {
        case .tooDeep(_, let at), .tooManyNodes(_, let at), .aliasesExplode(_, _, let at, _),
            .aliasOfItself(_, let at, _), .undefinedAlias(_, let at), .duplicateKey(_, let at, _),
            .keyIsNoScalar(_, let at), .mergeKey(let at), .severalDocuments(let at), .notText(_, let at),
            .notYAML(_, let at, _, _, _):
            at
        case .tooLong, .empty, .outOfMemory: .start
        }
    }

    /// A second place that belongs to the trouble, and what is there.
    public var related: (mark: Mark, note: String)? {
        switch self {
        case .aliasesExplode(_, _, _, let anchor), .aliasOfItself(_, _, let anchor): (anchor, "the anchor is here")
        case .duplicateKey(_, _, let first): (first, "the first one is here")
        case .notYAML(_, _, let context?, let mark?, _): (mark, context)
        default: nil
        }
    }

    /// What is wrong.
    public var message: String {
        switch self {
        case .tooLong(let bytes, let limit): "the text has \(bytes) bytes, more than the \(limit) allowed"
        case .tooDeep(let limit, _): "nested more than \(limit) deep"
        case .tooManyNodes(let limit, _): "more than \(limit) values in one document"
        case .aliasesExplode(let alias, let limit, _, _):
            "the alias *\(alias) expands the document by more than \(limit) values"
        case .aliasOfItself(let alias, _, _): "the alias *\(alias) stands inside the value that it names"
        case .undefinedAlias(let alias, _): "the alias *\(alias) has no anchor before it"
        case .duplicateKey(let key, _, _): "the key `\(key)` stands twice in one mapping"
        case .keyIsNoScalar(let kind, _): "\(kind) cannot be a key"
        case .mergeKey: "merge keys (`<<`) are not part of YAML 1.2"
        case .severalDocuments: "a second document starts here"
        case .empty: "there is nothing in it"
        case .notText(Self.otherEncoding, _): "the text is UTF-16"
        case .notText(Self.controlCharacter, _): "a control character stands here"
        case .notText(let problem, _): "not a text in UTF-8: \(problem)"
        case .notYAML(let problem, _, _, _, _): "not YAML: \(problem)"
        case .outOfMemory: "no memory is left to read it"
        }
    }

    /// What would be right, when that can be told.
    public var suggestion: String? {
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
    /// `line:column: what is wrong (what would be right)`.
    public var description: String {
        let advice = suggestion.map { " (\($0))" } ?? ""
        let other = related.map { "; \($0.note), at \($0.mark)" } ?? ""
        return "\(mark): \(message)\(other)\(advice)"
    }
}
