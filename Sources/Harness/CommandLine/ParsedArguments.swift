internal import CProcess

/// The words after a verb, parsed by getopt_long: options in order, and operands.
struct ParsedArguments {
    private let options: [(name: OptionName, value: String)]
    /// The words that are not options: files and folders.
    let operands: [String]

    init(_ words: [String], of verb: Verb) throws(UsageError) {
        cpr_words_clear()
        for word in [verb.rawValue] + words { cpr_words_add(word) }
        cpr_options_begin()
        for option in verb.options {
            cpr_options_add(option.rawValue, option.argument.rawValue, option.letter.map { CChar($0) } ?? 0)
        }
        var options: [(name: OptionName, value: String)] = []
        while let name = try Self.nextOption(of: verb) {
            options.append((name, cpr_options_value().map { String(cString: $0) } ?? ""))
        }
        self.options = options
        try Self.checkRepeated(options, of: verb)
        operands = Self.words(from: cpr_options_position())
        guard !operands.contains("") else { throw UsageError(verb, "an empty word names no file") }
    }

    private init(options: [(name: OptionName, value: String)], operands: [String]) {
        self.options = options
        self.operands = operands
    }

    /// The same words without the first operand.
    var withoutFirstOperand: ParsedArguments {
        ParsedArguments(options: options, operands: Array(operands.dropFirst()))
    }

    /// The names of the given options, in order.
    var names: [OptionName] { options.map(\.name) }

    /// Returns the given options as words, without some of them.
    func texts(without others: Set<OptionName>) -> [String] {
        options.filter { !others.contains($0.name) }.map { option in
            "--\(option.name.rawValue)" + (option.name.argument == .none ? "" : "=\(option.value)")
        }
    }

    /// The value of an option.
    subscript(_ name: OptionName) -> String? { options.last { $0.name == name }?.value }

    /// Returns the values of an option that may be repeated.
    func all(_ name: OptionName) -> [String] { options.filter { $0.name == name }.map(\.value) }

    /// Returns true when the option was given.
    func has(_ name: OptionName) -> Bool { self[name] != nil }

    private static func nextOption(of verb: Verb) throws(UsageError) -> OptionName? {
        let index = Int(cpr_options_next())
        if verb.options.indices.contains(index) { return verb.options[index] }
        guard index != CPR_OPTION_END else { return nil }
        let word = words(from: cpr_options_position() - 1).first ?? ""
        let name = word.prefix { $0 != "=" }
        switch index {
        case CPR_OPTION_NEEDS_VALUE: throw UsageError(verb, "\(name) needs a value")
        case CPR_OPTION_NEEDS_NONE: throw UsageError(verb, "\(name) takes no value")
        default:
            let words = verb.options.map(\.rawValue)
            throw UsageError(
                verb, "there is no option \(name)" + hint(String(name.drop { $0 == "-" }), words, prefix: "--"))
        }
    }

    /// Throws when an option with one value is given twice.
    private static func checkRepeated(
        _ options: [(name: OptionName, value: String)], of verb: Verb
    ) throws(UsageError) {
        for (index, option) in options.enumerated() where option.name.argument != .none {
            guard !option.name.isRepeatable(of: verb),
                let earlier = options[..<index].first(where: { $0.name == option.name })
            else { continue }
            let values = "with `\(earlier.value)` and `\(option.value)`"
            throw UsageError(verb, "--\(option.name.rawValue) is given twice, \(values): give it once")
        }
    }

    private static func words(from first: Int32) -> [String] {
        var found: [String] = []
        while let word = cpr_words_get(first + Int32(found.count)) { found.append(String(cString: word)) }
        return found
    }
}
