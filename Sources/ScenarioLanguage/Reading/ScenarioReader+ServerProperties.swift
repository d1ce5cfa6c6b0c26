import YAML

extension ScenarioReader {
    /// An expectation on a server, such as `sfu.drops.wrongIntegrity: 2`.
    mutating func serverExpectation(_ pair: YAMLNode.Pair, _ dot: String.Index) -> Expectation? {
        let text = pair.name
        let server = String(text[..<dot])
        let path = String(text[text.index(after: dot)...])
        let offset = text[...dot].unicodeScalars.count
        guard let property = serverProperty(path, of: server, after: offset, in: pair.key),
            let comparison = comparison(pair.value, of: property.type, what: text)
        else { return nil }
        return Expectation(
            participants: [server], property: property, comparison: comparison, place: Place(pair.key), key: text)
    }

    private mutating func serverProperty(
        _ path: String, of server: String, after offset: Int, in node: YAMLNode
    ) -> Property? {
        if let property = vocabulary.serverProperty(path, of: server) { return .server(property) }
        if path.hasPrefix("drops.") {
            let reason = String(path.dropFirst("drops.".count))
            let place = place(of: reason, after: offset + "drops.".unicodeScalars.count, in: node)
            return word(reason, of: vocabulary.words.drops, at: place).map { .drops($0) }
        }
        let kind = Cast.kind(ofServer: server)
        let words = vocabulary.serverProperties.filter { $0.server == kind }.map(\.name) + ["drops.…"]
        report(
            "\(server) has no property \(path.quoted)", at: place(of: path, after: offset, in: node),
            suggestion: Spelling.suggestion(for: path, in: words))
        return nil
    }
}
