extension CBOR: Hashable {
    /// Returns true when both items have the same deterministic encoding.
    public static func == (lhs: CBOR, rhs: CBOR) -> Bool {
        switch (lhs, rhs) {
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.negative(let left), .negative(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        case (.text(let left), .text(let right)): Order(of: left, and: right) == .same
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        case (.tagged(let left, let content), .tagged(let right, let other)): left == right && content == other
        case (.boolean(let left), .boolean(let right)): left == right
        case (.null, .null), (.undefined, .undefined): true
        case (.simple(let left), .simple(let right)): left == right
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
        default: false
        }
    }

    /// Feeds the components that decide equality to `hasher`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .unsigned(let value): hasher.combine(value)
        case .negative(let value): hasher.combine(~value)
        case .bytes(let value): hasher.combine(value)
        case .text(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .map(let value): hasher.combine(value)
        case .tagged(let tag, let content):
            hasher.combine(tag)
            hasher.combine(content)
        case .boolean(let value): hasher.combine(value)
        case .null: hasher.combine(22)
        case .undefined: hasher.combine(23)
        case .simple(let value): hasher.combine(value)
        case .float(let value): hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
        }
    }
}

extension CBOR {
    /// The order of two keys by a bytewise comparison of their encodings (RFC 8949 section 4.2.1).
    enum Order {
        case before
        case same
        case after

        /// Compares two keys; those of usual types are compared without encoding them.
        init(of left: CBOR, and right: CBOR) {
            switch (left, right) {
            case (.text(let left), .text(let right)): self.init(of: left, and: right)
            case (.unsigned(let left), .unsigned(let right)): self.init(of: left, and: right)
            case (.negative(let left), .negative(let right)): self.init(of: left, and: right)
            default: self.init(of: left.encoded(), and: right.encoded())
            }
        }

        /// Compares two texts as items. The encoding begins with the length, so a shorter text is before a longer one.
        init(of left: String, and right: String) {
            let left = left.utf8
            let right = right.utf8
            guard left.count == right.count else {
                self.init(of: left.count, and: right.count)
                return
            }
            self = .same
            let mine = left.span
            let other = right.span
            for index in 0..<mine.count where mine[index] != other[index] {
                self.init(of: mine[index], and: other[index])
                return
            }
        }

        private init(of left: [UInt8], and right: [UInt8]) {
            self = left == right ? .same : left.lexicographicallyPrecedes(right) ? .before : .after
        }

        private init(of left: some BinaryInteger, and right: some BinaryInteger) {
            self = left == right ? .same : left < right ? .before : .after
        }
    }
}
