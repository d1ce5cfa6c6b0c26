extension CoAP.Options {
    /// Calls `body` with the value of each option with this number, in order, without copies.
    package func visit(_ number: CoAP.OptionNumber, _ body: (Span<UInt8>) -> Void) {
        var walk = walk
        let bytes = bytes.span
        while let entry = walk.next(in: bytes), entry.number <= number {
            if entry.number == number { body(bytes.extracting(entry.range)) }
        }
    }
}
