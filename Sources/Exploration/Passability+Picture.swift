extension Passability {
    /// The rows as an SVG picture: a bar for each measure, as far as the scenario holds, on a logarithmic scale.
    package static func picture(id: String, rows: [Row], seeds: ClosedRange<UInt64>) -> String {
        let height = Chart.top + rows.count * Chart.row
        let bars = rows.enumerated().map { index, row in Chart.bar(row, y: Chart.top + index * Chart.row) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Chart.width) \(height)" font-family="sans-serif" \
            font-size="13">
            <title>The limits of \(id)</title>
            <rect width="100%" height="100%" fill="#fff"/>
            <text x="8" y="20" font-weight="bold">\(id) with the seeds \(seeds.lowerBound)..\(seeds.upperBound)</text>
            \(bars.joined())</svg>

            """
    }

    private enum Chart {
        static let width = 760
        static let top = 36
        static let row = 44
        private static let left = 80
        private static let right = 740

        static func bar(_ row: Row, y: Int) -> String {
            let end = x(row.value ?? 0, of: row.measure)
            let failing =
                row.fails.map { "fails at \($0) with the seed \(row.seed ?? 0)" } ?? "holds to all that was tried"
            let holds = row.holds.map { "holds to \($0), \(failing)" } ?? "does not hold at all"
            return """
                <text x="8" y="\(y + 14)">\(row.measure.rawValue)</text>
                <rect x="\(left)" y="\(y)" width="\(right - left)" height="18" fill="#f3c7c0"/>
                <rect x="\(left)" y="\(y)" width="\(end - left)" height="18" fill="#7fb77e"/>
                <text x="\(left)" y="\(y + 33)" font-size="11">\(holds)</text>
                <text x="\(right)" y="\(y + 33)" font-size="11" text-anchor="end">\(row.measure.text(row.measure.largest))</text>

                """
        }

        /// The place of a value, so that each doubling is as wide as the last.
        private static func x(_ value: Int, of measure: Measure) -> Int {
            func doublings(_ value: Int) -> Int {
                // Sixteenths of a doubling, from the whole part and the rest as a straight line.
                let whole = (Int.bitWidth - 1) - (value + 1).leadingZeroBitCount
                return whole * 16 + ((value + 1) - (1 << whole)) * 16 / (1 << whole)
            }
            return left + (right - left) * doublings(value) / max(1, doublings(measure.largest))
        }
    }
}
