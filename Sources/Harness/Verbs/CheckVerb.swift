internal import Scenario

/// `rollcall check`: reads scenarios, and tells all that is wrong with them.
enum CheckVerb {
    static func perform(_ words: Words, _ registry: Registry) throws(UsageError) -> ExitStatus {
        let selection = try Selection(words.operands, verb: .check, registry)
        guard selection.problemCount == 0 else {
            let count = selection.problemCount
            Console.complain("\(selection.problems)\n\(count) problem\(count == 1 ? "" : "s")\n")
            return .invalid
        }
        let count = selection.scenarios.count
        Console.say("\(count) scenario\(count == 1 ? " is" : "s are") valid\n")
        return .success
    }
}
