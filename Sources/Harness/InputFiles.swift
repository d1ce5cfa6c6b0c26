internal import Glibc
internal import ScenarioLanguage

/// The files that a verb reads, none of which its outputs may replace.
struct InputFiles {
    private let identities: Set<String>

    init(_ files: [String]) {
        // The standard input may be a file.
        identities = Set(files.map { FileStore.identity(of: $0 == "-" ? "/dev/stdin" : $0) })
    }

    /// Returns true when an output is one of the files, under whatever name. Devices and pipes keep nothing.
    func contains(_ output: String) -> Bool {
        FileStore.isRegular(output) && identities.contains(FileStore.identity(of: output))
    }

    /// Throws when an output would replace one of the files.
    func check(_ output: String, by name: String) throws(FileError) {
        guard contains(output) else { return }
        throw FileError(path: output, doing: "replaced by \(name)", number: EINVAL, reason: "it is an input")
    }
}

/// The files that a verb writes.
enum OutputFiles {
    /// Throws when an output of another form would replace a scenario.
    static func checkReplaced(_ file: String, by name: String) throws(FileError) {
        let isNamed = file.hasSuffix(".yaml") || file.hasSuffix(".yml")
        guard isNamed, FileStore.isRegular(file), !FileStore.isEmpty(file) else { return }
        throw FileError(
            path: file, doing: "replaced by \(name)", number: EINVAL, reason: "its name is that of a scenario")
    }

    /// Throws when two of the files are one.
    static func check(_ files: [String], of verb: Verb, called name: String) throws(UsageError) {
        var known: Set<String> = []
        for file in files where !known.insert(FileStore.identity(of: file)).inserted {
            throw UsageError(verb, "two \(name) would go to \(file): name a file for each")
        }
    }
}

extension Scenario {
    /// The files that it consists of.
    var inputFiles: [String] { [file] + includes.map(\.file) + [golden?.file].compactMap(\.self) }
}
