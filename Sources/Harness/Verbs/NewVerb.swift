/// `rollcall new`: writes a scenario as a start.
enum NewVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard let given = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.new, "name one scenario, such as Scenarios/ringing/callee-is-busy")
        }
        let file = given.hasSuffix(".yaml") || given.hasSuffix(".yml") ? given : given + ".yaml"
        let last = file.split(separator: "/").last ?? ""
        let base = last.dropLast(last.hasSuffix(".yaml") ? 5 : 4)
        let id = String(base.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(64))
        guard let first = id.first, first != "-", !given.hasSuffix("/") else {
            throw UsageError(.new, "a name starts with a letter or digit, as in callee-is-busy, and is `\(given)`")
        }
        let words = base.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        let name = (words.prefix(1).uppercased() + words.dropFirst()).prefix(200)
        do throws(FileError) {
            guard !FileStore.exists(file) else {
                Console.error(.new, "\(file) exists already: choose another name")
                return .invalid
            }
            try FileStore.makeFolder(FileTree.parent(of: file))
            let modeline = EditorSchema.modeline(of: file)
            try FileStore.write(Array((modeline + text(id: id, name: String(name))).utf8), to: file)
            Console.say("wrote \(file); try it with: \(ProgramName.shown) run \(file.shellQuoted)\n")
            if modeline.isEmpty { Console.say(EditorSchema.advice) }
            return .success
        } catch {
            Console.error(.new, "\(error)")
            return .fault
        }
    }

    private static func text(id: String, name: String) -> String {
        """
        # What each key means: Docs/scenarios.md.
        id: \(id)
        name: "\(name)"
        participants: [alice, bob]
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - within: 1s
            expect:
              alice.callingState: outgoing
              bob.callingState: incoming
          - bob: accept
          - within: 2s
            expect:
              everyone.callingState: inCall
              everyone.roster: [alice, bob]

        """
    }
}
