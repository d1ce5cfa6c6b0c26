extension Unicode.Scalar {
    /// True for a scalar that may command a terminal or reorder the surrounding text.
    package var isCommand: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: isDirectional
        default: false
        }
    }

    /// True for the marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX 9 section 2).
    private var isDirectional: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// Returns the text with `substitute` in place of each scalar that may command a terminal, except those in `kept`.
    package func withoutCommands(
        keeping kept: Set<Unicode.Scalar> = [], substitute: Unicode.Scalar = "\u{FFFD}"
    ) -> String {
        let isPlain = utf8.allSatisfy { (32..<127).contains($0) }
        guard !isPlain else { return self }
        return String(
            UnicodeScalarView(unicodeScalars.map { $0.isCommand && !kept.contains($0) ? substitute : $0 }))
    }
}
