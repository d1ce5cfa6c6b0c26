extension CoAP.Options {
    /// The first critical option that a receiver which handles `handled` besides its own cannot obey: not known, of a
    /// length that is not allowed, not text, or given too often (RFC 7252 section 5.4).
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
    /// Whether the endpoint obeys the option, or hands its value to those who do.
    fileprivate var isHandledByEndpoint: Bool {
        switch self {
        case .uriHost, .uriPort, .uriPath, .uriQuery, .accept, .block1, .block2, .proxyURI, .proxyScheme: true
        default: false
        }
    }
}
