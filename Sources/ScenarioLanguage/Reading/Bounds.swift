/// How large whole numbers in a file may be, for reading them and for the schema.
package enum Bounds {
    package static let rosterLimit = 1...10_000
    package static let requestLimit = 1...1_000_000
    package static let journalLimit = 1...100_000_000
    package static let sfus = 1...Cast.mostSFUs
    /// Pictures a second.
    package static let frameRate = 1...120
    /// Decibels below the loudest there is (RFC 6464 section 3).
    package static let loudness = 0...127
    package static let source = 1...Int(UInt32.max)
    package static let sequenceNumber = 0...Int(UInt16.max)
    package static let timestamp = 0...Int(UInt32.max)
}
