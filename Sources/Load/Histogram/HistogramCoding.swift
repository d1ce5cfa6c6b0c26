/// The compressed encoding of HdrHistogram, version 2, which its log format and its plotters read.
extension Histogram {
    private static let cookie: UInt32 = 0x1c84_9313
    /// A limit of one count, below which no sum of counts overflows.
    private static let maxCountOfOneBucket: Int64 = 1 << 47
    private static let compressedCookie: UInt32 = 0x1c84_9314

    /// The encoding, for a log in base64.
    package var encoded: [UInt8] {
        let compressed = Zlib.stored(plain)
        return Self.bytes(Self.compressedCookie) + Self.bytes(UInt32(compressed.count)) + compressed
    }

    /// The header and the counts, without compression.
    private var plain: [UInt8] {
        var payload: [UInt8] = []
        var zeros: Int64 = 0
        for number in counts {
            guard number > 0 else {
                zeros += 1
                continue
            }
            if zeros > 0 { Self.append(-zeros, to: &payload) }
            zeros = 0
            Self.append(number, to: &payload)
        }
        let header = [Self.cookie, UInt32(payload.count), 0, UInt32(Self.digits)].flatMap(Self.bytes)
        let range = Self.bytes(UInt64(1)) + Self.bytes(UInt64(Self.highest)) + Self.bytes((1.0).bitPattern)
        return header + range + payload
    }

    private static func bytes(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Appends a number in zigzag form, seven bits a byte; the ninth byte has eight.
    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        for _ in 0..<8 where rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

extension Histogram {
    /// Decodes the result of ``encoded``; returns nil for any other text.
    package init?(encoded bytes: [UInt8]) {
        guard bytes.count > 8, Self.number(bytes, at: 0) == UInt64(Self.compressedCookie),
            let plain = Zlib.unstored(Array(bytes[8...])), plain.count >= 40,
            Self.number(plain, at: 0) == UInt64(Self.cookie), Self.number(plain, at: 12) == UInt64(Self.digits),
            let counts = Self.counts(plain[40...])
        else { return nil }
        self.init(counts: counts)
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt64 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func counts(_ payload: ArraySlice<UInt8>) -> [Int64]? {
        var counts: [Int64] = []
        let limit = index(of: highest) + 1
        var rest = payload
        while !rest.isEmpty {
            guard let number = takeNumber(&rest) else { return nil }
            let zeros = number < 0 ? Int(clamping: number.magnitude) : 0
            guard zeros <= limit - counts.count, counts.count < limit, number <= maxCountOfOneBucket else { return nil }
            if number < 0 { counts += Array(repeating: 0, count: zeros) } else { counts.append(number) }
        }
        return counts
    }

    private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        var number: UInt64 = 0
        for index in 0..<9 {
            guard let byte = bytes.popFirst() else { return nil }
            let isLast = index == 8 || byte < 0x80
            number |= UInt64(index == 8 ? byte : byte & 0x7F) << UInt64(7 * index)
            if isLast { return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
        }
        return nil
    }
}

/// The frame of zlib (RFC 1950) around blocks that are stored as they are (RFC 1951 section 3.2.4).
///
/// The counts are runs and small numbers already, so that compression would save little.
enum Zlib {
    private static let longestBlock = 65_535

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(longestBlock)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            for number in [length, ~length] { out += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            out += block
        } while !rest.isEmpty
        return out + checksum(bytes)
    }

    /// The bytes within a frame of stored blocks; nil when it is damaged or has other blocks.
    static func unstored(_ frame: [UInt8]) -> [UInt8]? {
        var rest = frame.dropFirst(2)
        var bytes: [UInt8] = []
        var isLast = false
        while !isLast {
            let head = Array(rest.prefix(5))
            guard head.count == 5, head[0] <= 1 else { return nil }
            let length = Int(head[1]) | Int(head[2]) << 8
            guard head[1] == ~head[3], head[2] == ~head[4], rest.count >= 5 + length else { return nil }
            isLast = head[0] == 1
            bytes += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
        }
        return Array(rest) == checksum(bytes) ? bytes : nil
    }

    /// The checksum Adler-32, most significant byte first.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
    }
}
