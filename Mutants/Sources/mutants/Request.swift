/// The command line.
struct Request {
    var root = ""
    /// The folder for the package of mutants, its build, and the results.
    var folder = ""
    var sample = 400
    var seed: UInt64 = 1
    /// True when the mutants of the last build are run again, with the scenarios as they are now.
    var isAgain = false
    /// Only mutants in lines that differ from this commit.
    var since: String?
    /// True when unit tests are tried on the mutants that no scenario kills.
    var usesTests = false
    /// True when only unit tests run, on the mutants that the last report leaves.
    var triesLeft = false
    /// True when scenarios run without what they expect: rules of whole runs and specifications judge alone.
    var isBare = false
    /// True for code that is not optimised. It is built in half the time, and a mutant runs six times as long.
    var isQuick = false
    var rooms: [String] = []

    private static let usual = ["Backend", "BackendCore", "CallCore", "CallLibrary", "Signaling", "Sockets", "Wire"]

    /// Reads the words `ROOT FOLDER [OPTION…] [ROOM…]`.
    init(_ words: [String]) throws {
        var words = words[...]
        func next(_ option: String) throws -> String {
            guard let word = words.popFirst() else { throw Failure("\(option) needs a value") }
            return word
        }
        root = try next("the project's folder")
        folder = try next("the folder for results")
        while let word = words.popFirst() {
            switch word {
            case "--sample": sample = try Self.number(next(word), word, atLeast: 1)
            case "--seed": seed = UInt64(try Self.number(next(word), word, atLeast: 0))
            case "--since": since = try next(word)
            case "--again": isAgain = true
            case "--tests": usesTests = true
            case "--left": triesLeft = true
            case "--bare": isBare = true
            case "--quick": isQuick = true
            case _ where word.hasPrefix("-"):
                throw Failure(
                    "\(word) is not an option; there are --sample N, --seed S, --since COMMIT, --again, --tests, --left, --bare, "
                        + "--quick"
                )
            default: rooms.append(word)
            }
        }
        if rooms.isEmpty { rooms = Self.usual }
    }

    private static func number(_ text: String, _ option: String, atLeast least: Int) throws -> Int {
        guard let number = Int(text), number >= least else {
            throw Failure("\(option) takes a whole number from \(least) on, not `\(text)`")
        }
        return number
    }
}
