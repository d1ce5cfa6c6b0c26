/// A command line of `rollcall replay`.
struct ReplayRequest {
    let file: String
    let outFolder: String
    let program: String
    /// True when programs in the capsule's scenario may be started.
    let allowsPrograms: Bool

    init(_ words: ParsedArguments, program: String) throws(UsageError) {
        guard let file = words.operands.first, words.operands.count == 1 else {
            throw UsageError(.replay, "name one capsule, such as .rollcall/RING-01/capsule.rollcall")
        }
        self.file = file
        self.program = program
        allowsPrograms = words.has(.allowPrograms)
        outFolder = words[.out] ?? ".rollcall/.replay"
        guard !outFolder.isEmpty else { throw UsageError.noOutFolder(.replay) }
    }
}
