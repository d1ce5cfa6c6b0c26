import YAML

/// A path or a method of requests that no participant sends.
struct UnmatchedRequest {
    let site: Site
    let message: String
    let suggestion: String
    /// Returns true for the method and the path of such a request.
    let isMet: (_ method: String, _ path: String) -> Bool
}

extension NodeReader {
    /// Returns a path or a pattern of paths; notes one that no route has.
    func routePath(_ node: YAMLNode) -> String? {
        guard let text = path(node), !reading.context.isUnknown(node) else { return nil }
        let routes = Array(vocabulary.wire.routes.values.joined())
        let pattern = PathPattern(text) { isName($0, outside: node) }
        guard !routes.contains(where: pattern.mayMatch) else { return text }
        reading.unmatched.append(
            UnmatchedRequest(
                site: site(of: node), message: "no request has the path \(text.quoted)",
                suggestion: advice(on: pattern, routes)
            ) { Pattern(text).fits($1) })
        return text
    }

    private func advice(on pattern: PathPattern, _ routes: [WireTables.Route]) -> String {
        if let corrected = pattern.corrected(for: routes) { return "did you mean `\(corrected)`?" }
        let isOfUnnamedCall = routes.contains(where: PathPattern(pattern.text) { _ in true }.mayMatch)
        return isOfUnnamedCall
            ? "the scenario names no such call" : "write it like `*/accept`, or `/video/call/default/standup/accept`"
    }

    /// Returns true for a text that may be the name of a call: the file has it in another line, and no route has it.
    func isName(_ text: Substring, outside node: YAMLNode) -> Bool {
        !vocabulary.wire.words.contains(text) && reading.mentions(text, outside: node)
    }

    /// Reports the expected requests that neither a participant nor an intruder sends. Programs may send any.
    func checkRequests() {
        guard !reading.hasPrograms, !reading.hasRawDatagrams, !vocabulary.wire.routes.isEmpty else { return }
        for request in reading.unmatched where !reading.forged.contains(where: request.isMet) {
            reading.report(request.message, at: request.site, suggestion: request.suggestion)
        }
    }
}

extension FileReading {
    /// True when the file has an intruder, which sends what no participant sends.
    var hasIntruder: Bool { sources.values.contains { $0.lines.contains { $0.hasAny(of: "intruder") } } }

    /// Returns true when a file has a word on another line than a node, and not only in patterns such as `*/word`.
    func mentions(_ word: some StringProtocol, outside node: YAMLNode) -> Bool {
        let own = context.source.path
        let values = (context.notes[node.start] ?? []).map(\.binding.site)
        return sources.contains { path, source in
            source.lines.enumerated().contains { index, line in
                guard line.mentions(word) else { return false }
                let isOwn = path == own && index + 1 == node.start.line
                return !isOwn && !values.contains { $0.file == path && $0.place.line == index + 1 }
            }
        }
    }
}

extension String {
    /// Returns true when the text has the word, not as the end of a pattern.
    fileprivate func mentions(_ word: some StringProtocol) -> Bool {
        hasAny(of: word) { range in
            let before = self[..<range.lowerBound]
            return before.last?.isPartOfName != true && self[range.upperBound...].first?.isPartOfName != true
                && !before.hasSuffix("*/")
        }
    }

    /// Returns true when some occurrence of a word meets a condition.
    ///
    /// Files are searched for many words, so it compares bytes. That is faster than a search for a text.
    fileprivate func hasAny(
        of word: some StringProtocol, where isMet: (Range<String.Index>) -> Bool = { _ in true }
    ) -> Bool {
        guard let first = word.utf8.first else { return false }
        return utf8.indices.contains { start in
            guard utf8[start] == first, utf8[start...].starts(with: word.utf8) else { return false }
            return isMet(start..<utf8.index(start, offsetBy: word.utf8.count))
        }
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "-" || self == "_" }
}
