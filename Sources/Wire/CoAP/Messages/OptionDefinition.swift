/// The registry's definition of a known option (RFC 7252 table 4, RFC 7641, RFC 7959, RFC 9175).
struct OptionDefinition {
    enum Format {
        case empty
        case opaque
        case uint
        case string
    }

    let format: Format
    let lengths: ClosedRange<Int>
    let isRepeatable: Bool

    private init(_ format: Format, _ lengths: ClosedRange<Int>, isRepeatable: Bool = false) {
        self.format = format
        self.lengths = lengths
        self.isRepeatable = isRepeatable
    }

    /// Returns nil for an unknown option.
    init?(_ number: CoAP.OptionNumber) {
        switch number {
        case .ifMatch: self.init(.opaque, 0...8, isRepeatable: true)
        case .uriHost: self.init(.string, 1...255)
        case .eTag: self.init(.opaque, 1...8, isRepeatable: true)
        case .ifNoneMatch: self.init(.empty, 0...0)
        case .observe: self.init(.uint, 0...3)
        case .uriPort: self.init(.uint, 0...2)
        case .locationPath: self.init(.string, 0...255, isRepeatable: true)
        case .uriPath: self.init(.string, 0...255, isRepeatable: true)
        case .contentFormat: self.init(.uint, 0...2)
        case .maxAge: self.init(.uint, 0...4)
        case .uriQuery: self.init(.string, 0...255, isRepeatable: true)
        case .accept: self.init(.uint, 0...2)
        case .locationQuery: self.init(.string, 0...255, isRepeatable: true)
        case .block2, .block1: self.init(.uint, 0...3)
        case .size2, .size1: self.init(.uint, 0...4)
        case .proxyURI: self.init(.string, 1...1034)
        case .proxyScheme: self.init(.string, 1...255)
        case .echo: self.init(.opaque, 1...40)
        case .requestTag: self.init(.opaque, 0...8, isRepeatable: true)
        case .requestProof: self.init(.opaque, 8...14)
        default: return nil
        }
    }
}
