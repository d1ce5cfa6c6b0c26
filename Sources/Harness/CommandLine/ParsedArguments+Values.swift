internal import Capture
internal import Loop
internal import ScenarioLanguage

/// The format of a verb's output.
enum OutputFormat: String {
    /// Readable text.
    case text
    /// JSON for programs.
    case json
}

/// The values of options: numbers, times, programs, and words of which there are few.
extension ParsedArguments {
    /// Returns a whole number.
    func number<Number: FixedWidthInteger>(
        _ name: OptionName, of verb: Verb, atLeast least: Number
    ) throws(UsageError) -> Number? {
        guard let text = self[name] else { return nil }
        if let number = Number(text), number >= least { return number }
        let isTooLarge = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } && Number(text) == nil
        let range = isTooLarge ? "from \(least) to \(Number.max)" : "from \(least) on"
        throw UsageError(verb, "--\(name.rawValue) needs a whole number \(range), and is `\(text)`")
    }

    /// Returns the seeds: one, or a range.
    func seeds(of verb: Verb) throws(UsageError) -> ClosedRange<UInt64>? {
        guard let text = self[.seeds] else {
            return try number(.seed, of: verb, atLeast: UInt64(0)).map { $0...$0 }
        }
        guard !has(.seed) else { throw UsageError(verb, "--seed and --seeds exclude each other") }
        guard let seeds = SeedRange.read(text) else {
            throw UsageError(
                verb, "--seeds needs two whole numbers, the lower one first, as in 1..20, and is `\(text)`")
        }
        guard seeds.upperBound - seeds.lowerBound < SeedRange.most else {
            throw UsageError(verb, "--seeds can be \(SeedRange.most) numbers at most, and is `\(text)`")
        }
        return seeds
    }

    /// Returns a number of seconds up to a day, with or without a fraction.
    func seconds(_ name: OptionName, of verb: Verb, atLeast least: Double? = nil) throws(UsageError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds >= least ?? 0, seconds <= 86_400 else {
            let range = least.map { "from \(Int($0))" } ?? "above 0 and"
            throw UsageError(
                verb, "--\(name.rawValue) needs a number of seconds \(range) up to 86400, and is `\(text)`")
        }
        return seconds
    }

    /// Returns a memory limit.
    func memory(of verb: Verb) throws(UsageError) -> MemoryLimit? {
        guard let mebibytes: Int = try number(.memory, of: verb, atLeast: 0) else { return nil }
        guard mebibytes <= MemoryLimit.largest else {
            throw UsageError(verb, "--memory can be \(MemoryLimit.largest) at most, and is \(mebibytes)")
        }
        return MemoryLimit(mebibytes: mebibytes)
    }

    /// Returns a time in nanoseconds, given in seconds.
    func nanoseconds(_ name: OptionName, of verb: Verb) throws(UsageError) -> Int64? {
        guard let text = self[name] else { return nil }
        let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
        guard let seconds = Double(digits), let time = Int64(exactly: (seconds * 1e9).rounded()), time >= 0 else {
            throw UsageError(verb, "--\(name.rawValue) needs a number of seconds from 0 on, and is `\(text)`")
        }
        return time
    }

    /// Returns the programs that replace participants.
    func drivers(of verb: Verb) throws(UsageError) -> [DriverChoice] {
        var choices: [DriverChoice] = []
        for text in all(.driver) {
            do throws(DriverChoice.Mistake) {
                choices.append(try DriverChoice(text))
            } catch {
                throw UsageError(verb, "--driver `\(text)`: \(error)")
            }
        }
        return choices
    }

    /// Returns the program in place of Rollcall's servers.
    func backend(of verb: Verb) throws(UsageError) -> BackendChoice? {
        guard verb != .interop, let text = self[.backend] else { return nil }
        do throws(DriverChoice.Mistake) {
            return try BackendChoice(text)
        } catch {
            throw UsageError(verb, "--backend `\(text)`: \(error)")
        }
    }

    // MARK: Words

    func clock(of verb: Verb) throws(UsageError) -> ClockMode? { try word(.clock, of: verb, "virtual or real") }

    func format(of verb: Verb) throws(UsageError) -> OutputFormat {
        try word(.format, of: verb, "text or json") ?? .text
    }

    func captureFormat(of verb: Verb) throws(UsageError) -> CaptureFormat? {
        try word(.captureFormat, of: verb, "pcap or pcapng")
    }

    func capture(of verb: Verb) throws(UsageError) -> CaptureMode? {
        try word(.capture, of: verb, "auto, live, ledger or off")
    }

    /// Returns one of the words that an option takes.
    private func word<Word: RawRepresentable<String>>(
        _ name: OptionName, of verb: Verb, _ words: String
    ) throws(UsageError) -> Word? {
        guard let text = self[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            throw UsageError(verb, "--\(name.rawValue) can be \(words), and is `\(text)`")
        }
        return word
    }
}
