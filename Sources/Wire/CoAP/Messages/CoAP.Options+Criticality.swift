extension CoAP.Options {
    /// Returns the first critical option that a receiver with the given further options cannot process: unknown, of an
    /// invalid length, not text, or repeated (RFC 7252 section 5.4).
    func firstUnprocessable(handled: Set<CoAP.OptionNumber>) -> CoAP.OptionNumber? {
        guard numbers.mayContainCritical else { return nil }
        var previous: CoAP.OptionNumber?
        var walk = walk
        while let entry = walk.next(in: bytes.span) {
            let number = entry.number
            let isRepeated = number == previous
            previous = number
            guard number.isCritical, !isWellFormed(entry, isRepeated: isRepeated) || !number.isHandledByEndpoint else {
                continue
            }
            if !handled.contains(number) { return number }
        }
        return nil
    }

    private func isWellFormed(_ entry: OptionWalk.Entry, isRepeated: Bool) -> Bool {
        guard let definition = OptionDefinition(entry.number), definition.lengths.contains(entry.range.count),
            definition.isRepeatable || !isRepeated
        else { return false }
        switch definition.format {
        case .string: return isText(entry.range)
        case .uint, .opaque, .empty: return true
        }
    }

    private func isText(_ range: Range<Int>) -> Bool {
        IndexWalk.isASCII(from: range.lowerBound, to: range.upperBound, bytes.span)
            || (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
    }
}

extension CoAP.OptionNumber {
    /// True when the endpoint handles the option, or passes its value to the request's handler.
    fileprivate var isHandledByEndpoint: Bool {
        switch self {
        case .uriHost, .uriPort, .uriPath, .uriQuery, .accept, .block1, .block2, .proxyURI, .proxyScheme,
            .requestProof:
            true
        default: false
        }
    }
}
