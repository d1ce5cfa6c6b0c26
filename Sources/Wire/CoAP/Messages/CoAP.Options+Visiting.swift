extension CoAP.Options {
    /// Hands over the value of each option with that number, in their order, without making anything of it.
    package func visit(_ number: CoAP.OptionNumber, _ body: (Span<UInt8>) -> Void) {
        var walk = walk
        let bytes = bytes.span
        while let entry = walk.next(in: bytes), entry.number <= number {
            if entry.number == number { body(bytes.extracting(entry.range)) }
        }
    }
}
