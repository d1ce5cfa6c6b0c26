extension CoAP.Options {
    /// Hands over number and value of each option up to those of a number, in their order, without making anything of
    /// them.
    package func visit(upTo last: CoAP.OptionNumber, _ body: (CoAP.OptionNumber, Span<UInt8>) -> Void) {
        var walk = walk
        let bytes = bytes.span
        while let entry = walk.next(in: bytes), entry.number <= last {
            body(entry.number, bytes.extracting(entry.range))
        }
    }
}
