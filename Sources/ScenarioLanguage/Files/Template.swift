/// A text with names in it, `${name}`; `$${` stands for `${` itself.
struct Template: Hashable {
    /// A part of a template.
    enum Piece: Hashable {
        case text(String)
        case name(String)
    }

    /// Why a text is no template.
    enum Flaw: Error, Hashable {
        /// `${` without `}`.
        case unclosed
        /// Something between the braces that cannot be a name.
        case noName(String)
    }

    let pieces: [Piece]

    /// True when a text may have names in it; most have none.
    static func isLikely(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) && text.contains("${") }

    init(_ text: String) throws(Flaw) {
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            plain += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                plain += "${"
                rest = rest.dropFirst(3)
                continue
            }
            guard rest.hasPrefix("${") else {
                plain += rest.prefix(1)
                rest = rest.dropFirst()
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw .unclosed }
            let name = String(rest[..<end].dropFirst(2))
            guard name.isName else { throw .noName(name) }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.name(name))
            rest = rest[rest.index(after: end)...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    /// The name that the text is, with nothing before or behind it.
    var only: String? {
        guard pieces.count == 1, case .name(let name)? = pieces.first else { return nil }
        return name
    }
}
