/// How large whole numbers in a file may be, for reading them and for the schema.
enum Bounds {
    static let requestLimit = 1...1_000_000
    static let journalLimit = 1...100_000_000
    static let sfus = 1...Cast.mostSFUs
    /// Pictures a second.
    static let frameRate = 1...120
    /// Decibels below the loudest there is (RFC 6464 section 3).
    static let loudness = 0...127
    static let source = 1...Int(UInt32.max)
    static let sequenceNumber = 0...Int(UInt16.max)
    static let timestamp = 0...Int(UInt32.max)
}
