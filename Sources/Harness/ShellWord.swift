extension String {
    /// The text as one word of a shell; without quotes where it needs none.
    var shellQuoted: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
        return isPlain ? self : inShellQuotes
    }

    /// The text as one word of a shell, always in quotes.
    var inShellQuotes: String {
        "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
