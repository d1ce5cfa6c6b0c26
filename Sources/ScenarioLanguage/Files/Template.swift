/// A text with names, `${name}`; `$${` stands for `${` itself.
package struct Template: Hashable, Sendable {
    /// A part of a template.
    package enum Piece: Hashable, Sendable {
        case text(String)
        case name(String)
    }

    /// The reason that a text is not a valid template.
    package enum Flaw: Error, Hashable {
        /// `${` without `}`.
        case unclosed
        /// The text between the braces is not a valid name.
        case noName(String)
    }

    package let pieces: [Piece]

    init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Returns true when a text may contain names; most have none.
    static func isLikely(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) && text.contains("${") }

    /// Parses a text. `isName` decides which names are allowed between the braces.
    package init(_ text: String, isName: (String) -> Bool = \.isName) throws(Flaw) {
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
            guard isName(name) else { throw .noName(name) }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.name(name))
            rest = rest[rest.index(after: end)...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    /// The name, when the text consists of nothing else.
    var only: String? {
        guard pieces.count == 1, case .name(let name)? = pieces.first else { return nil }
        return name
    }
}

extension Template: CustomStringConvertible {
    /// The text with its names, for messages.
    package var description: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .name(let name): "${\(name)}"
            }
        }.joined()
    }
}
