internal import ScenarioLanguage

/// `rollcall format`: formats scenario files, and keeps their comments.
enum FormatVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard !words.operands.isEmpty else {
            throw UsageError(.format, "name at least one file or folder with scenarios")
        }
        let files = words.operands.flatMap { path in
            FileStore.isFolder(path) ? FileTree.files(under: path, endingIn: [".yaml", ".yml"]) : [path]
        }
        guard !files.isEmpty else {
            throw UsageError(.format, "there is no scenario in \(words.operands.joined(separator: ", "))")
        }
        var (isValid, changed) = (true, 0)
        for file in files {
            do throws(FileError) {
                switch try format(file, writes: !words.has(.check)) {
                case nil: isValid = false
                case true?:
                    changed += 1
                    Console.say("\(file.printable)\n")
                case false?: break
                }
            } catch {
                Console.complain(.format, "\(error)")
                return .fault
            }
        }
        guard isValid else { return .invalid }
        return words.has(.check) && changed > 0 ? .failure : .success
    }

    /// Returns true when the format of the file changed; nil, with a message, when it cannot be formatted.
    private static func format(_ file: String, writes: Bool) throws(FileError) -> Bool? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.readWhole(file)
        } catch {
            Console.complain("error: \("\(error)".printable)\n")
            return nil
        }
        let most = ScenarioLimits.default.bytes
        guard bytes.count <= most else {
            Console.complain(
                "\(file.printable): error: the file has \(bytes.count) bytes, and a scenario can have at most \(most)\n"
            )
            return nil
        }
        guard let shaped = shape(bytes, of: file) else { return nil }
        guard shaped != bytes else { return false }
        if writes { try FileStore.write(shaped, to: file) }
        return true
    }

    private static func shape(_ bytes: [UInt8], of file: String) -> [UInt8]? {
        do throws(FileShape.Refusal) {
            return Array(try FileShape(of: bytes).text.utf8)
        } catch {
            let lines = String(decoding: bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
            switch error {
            case .noYAML(let error): Console.complain(Diagnostic(error, file: file).rendered(sourceLines: lines))
            case .unsafe:
                Console.complain(
                    "\(file.printable): error: it cannot be formatted without changing its meaning, and is unchanged\n"
                )
            }
            return nil
        }
    }
}
