import Glibc

/// The table of benchmarks: for each the median of its rounds with their range, beside the bar.
enum Table {
    /// Measures the benchmarks with these names, or all; ends the process where a name is unknown.
    static func print(_ names: [String]) throws {
        let known = Benchmark.all.map(\.name)
        let unknown = names.filter { !known.contains($0) }
        guard unknown.isEmpty else {
            let isHelp = unknown.contains { ["-h", "--help"].contains($0) }
            let text =
                "usage: Scripts/bench [NAME…]\n\nWithout a name it measures all of: \(known.joined(separator: ", "))\n"
            Swift.print(isHelp ? text : "there is no benchmark \(unknown[0])\n\(text)", terminator: "")
            exit(isHelp ? 0 : 64)
        }
        for benchmark in Benchmark.all where names.isEmpty || names.contains(benchmark.name) {
            Swift.print(row(of: benchmark))
            fflush(nil)
        }
    }

    private static func row(of benchmark: Benchmark) -> String {
        var figures: [Double] = []
        var notes: [String] = []
        for round in 1...Benchmark.rounds {
            for line in output(of: benchmark.name, round: round) {
                let figure = line.hasPrefix("figure ") ? Double(line.dropFirst(7)) : nil
                if let figure { figures.append(figure) } else { notes.append("    \(line)\n") }
            }
        }
        return notes.joined() + padded(benchmark.name, 24) + summary(figures.sorted(), of: benchmark)
    }

    private static func summary(_ figures: [Double], of benchmark: Benchmark) -> String {
        guard figures.count == Benchmark.rounds else { return "no figure  \(benchmark.unit)" }
        let median = figures[figures.count / 2]
        let holds = benchmark.isCeiling ? median <= benchmark.bar : median >= benchmark.bar
        let sign = benchmark.isCeiling ? "≤" : "≥"
        let range = "\(digits(figures[0])) to \(digits(figures[figures.count - 1]))"
        let verdict = "(\(sign) \(digits(benchmark.bar)): \(holds ? "held" : "missed"))"
        return "\(padded(digits(median), 9))\(padded(range, 20))\(verdict)  \(benchmark.unit)"
    }

    /// The lines that one measurement prints, in a process of its own.
    private static func output(of name: String, round: Int) -> [String] {
        guard let program = realpath("/proc/self/exe", nil) else { return [] }
        defer { free(program) }
        let command = "exec '\(String(cString: program))' --once \(name) \(round) 2>&1"
        guard let pipe = popen(command, "r") else { return ["no process could be started"] }
        var text: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { text.append(UInt8(truncatingIfNeeded: byte)) }
        let status = pclose(pipe)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        return status == 0 ? lines : lines + ["round \(round) ended with \(status)"]
    }

    private static func digits(_ value: Double) -> String {
        value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
