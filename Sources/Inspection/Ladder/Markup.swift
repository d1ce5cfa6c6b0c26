extension String {
    /// The text as it stands in XML or HTML, also between quotes; characters that neither may hold become dots.
    var escapedForMarkup: String {
        guard utf8.contains(where: { $0 < 32 || "&<>\"'".utf8.contains($0) || $0 == 0xEF }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": result += "·"
            default: result.unicodeScalars.append(scalar.value < 32 ? "·" : scalar)
            }
        }
        return result
    }
}
