internal import ScenarioLanguage

/// `rollcall format`: formats scenario files, and keeps their comments.
enum FormatVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard !words.operands.isEmpty else { throw UsageError.noScenarios(.format) }
        let writes = !words.has(.check)
        guard words.operands != ["-"] else { return try formatInput(writes: writes) }
        guard !words.operands.contains("-") else { throw UsageError.inputBesideFiles(.format) }
        let trees = words.operands.map { ScenarioTree($0) }
        let problems = trees.flatMap(\.problems)
        guard !problems.allSatisfy(\.isOfEmptyFolder) || trees.contains(where: { !$0.files.isEmpty }) else {
            throw UsageError(.format, "there is no scenario in \(words.operands.joined(separator: ", "))")
        }
        for problem in problems { Console.error(Selection.advised(problem).rendered(sourceLines: [])) }
        var (isValid, changed) = (problems.isEmpty, 0)
        for file in trees.flatMap(\.files) {
            do throws(FileError) {
                switch try format(file, writes: writes) {
                case nil: isValid = false
                case true?:
                    changed += 1
                    Console.say("\(file.printable)\n")
                case false?: break
                }
            } catch {
                Console.error(.format, "\(error)")
                return .fault
            }
        }
        guard isValid else { return .invalid }
        return !writes && changed > 0 ? .failure : .success
    }

    /// Formats the standard input to the standard output, or only compares it.
    private static func formatInput(writes: Bool) throws(UsageError) -> ExitStatus {
        guard let bytes = FileStore.read("/dev/stdin", atMost: FileStore.largest) else {
            throw UsageError(.format, "the standard input cannot be read: \(systemMessage())")
        }
        guard let shaped = shape(bytes, of: "-") else { return .invalid }
        guard writes else {
            if shaped != bytes { Console.say("-\n") }
            return shaped == bytes ? .success : .failure
        }
        Console.say(shaped)
        return .success
    }

    /// Returns true when the format of the file changed; nil, with a message, when it cannot be formatted.
    private static func format(_ file: String, writes: Bool) throws(FileError) -> Bool? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.readWhole(file)
        } catch {
            Console.error("\(file.printable): error: it \(error.message)\n")
            return nil
        }
        guard let shaped = shape(bytes, of: file) else { return nil }
        guard shaped != bytes else { return false }
        if writes { try FileStore.rewrite(shaped, in: file) }
        return true
    }

    private static func shape(_ bytes: [UInt8], of file: String) -> [UInt8]? {
        let most = ScenarioLimits.default.bytes
        guard bytes.count <= most else {
            Console.error(
                "\(file.printable): error: the file has \(bytes.count) bytes, and a scenario can have at most \(most)\n"
            )
            return nil
        }
        do throws(FileShape.Refusal) {
            return Array(try FileShape(of: bytes).text.utf8)
        } catch {
            let lines = String(decoding: bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
            switch error {
            case .noYAML(let error): Console.error(Diagnostic(error, file: file).rendered(sourceLines: lines))
            case .unsafe:
                Console.error(
                    "\(file.printable): error: it cannot be formatted without changing its meaning, and is unchanged\n"
                )
            }
            return nil
        }
    }
}
