import Covering
import Load
import Testing

/// Histograms with three significant digits.
@Suite struct HistogramTests {
    @Test func `a percentile is exact to three digits`() {
        var histogram = Histogram()
        for value in Int64(1)...100_000 { histogram.record(value * 1000) }
        for percentile in [1.0, 50, 90, 99, 99.9, 100] {
            let exact = percentile / 100 * 1e8
            let shown = Double(histogram.value(atPercentile: percentile))
            #expect(abs(shown - exact) / exact < 0.001)
        }
        #expect(histogram.count == 100_000 && histogram.max == 100_000_000)
        #expect(abs(histogram.mean - 50_000_500) / 50_000_500 < 0.001)
    }

    @Test func `the sum of parts is the histogram of all values`() {
        var parts = [Histogram(), Histogram(), Histogram()]
        var whole = Histogram()
        var value: Int64 = 1
        for number in 0..<5000 {
            value = Int64((value &* 6_364_136_223_846_793_005 &+ 1).magnitude % 3_600_000_000_000)
            parts[number % 3].record(value)
            whole.record(value)
        }
        var sum = Histogram()
        for part in parts.reversed() { sum.add(part) }
        #expect(sum == whole)
    }

    @Test func `values beyond the range count at its ends`() {
        var histogram = Histogram()
        histogram.record(-5)
        histogram.record(.max)
        histogram.record(.seconds(Int64.max))
        #expect(histogram.value(atPercentile: 1) == 0)
        #expect(histogram.max == Histogram.highest && histogram.count == 3)
    }

    @Test func `an empty histogram has no values`() {
        #expect(Histogram().value(atPercentile: 99) == 0 && Histogram().mean == 0)
    }

    @Test func `an encoding is read back with the same percentiles`() throws {
        var histogram = Histogram()
        for exponent in 0..<41 { histogram.record(1 << Int64(exponent), times: Int64(exponent) * 300 + 1) }
        let again = try #require(Histogram(encoded: histogram.encoded))
        #expect(again.count == histogram.count)
        #expect(again.encoded == histogram.encoded)
        #expect(try #require(Histogram(encoded: Histogram().encoded)) == Histogram())
    }

    @Test func `a damaged encoding is refused`() {
        var histogram = Histogram()
        histogram.record(12_345)
        let encoded = histogram.encoded
        for index in encoded.indices {
            var damaged = encoded
            damaged[index] ^= 0x55
            _ = Histogram(encoded: damaged)
            #expect(Histogram(encoded: Array(encoded.prefix(index))) == nil)
        }
    }
}
