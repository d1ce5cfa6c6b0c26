/// `rollcall completions`: writes the completions of a shell.
enum CompletionsVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        let names = Shell.allCases.map(\.rawValue)
        guard let word = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.completions, "name one shell: \(names.joined(separator: ", "))")
        }
        guard let shell = Shell(rawValue: word) else {
            let list = names.joined(separator: ", ")
            throw UsageError(.completions, "there are completions for \(list), not for `\(word)`" + hint(word, names))
        }
        Console.say(shell.completions)
        return .success
    }
}

/// `rollcall man`: writes a manual page.
enum ManVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard words.operands.count <= 1 else { throw UsageError(.man, "name one verb, or none") }
        guard let word = words.operands.first else {
            Console.say(ManualPage.overview)
            return .success
        }
        guard let verb = Verb(rawValue: word), Verb.visible.contains(verb) else {
            throw UsageError(.man, "there is no verb `\(word)`" + hint(word, Verb.visible.map(\.rawValue)))
        }
        Console.say(ManualPage.page(of: verb))
        return .success
    }
}
