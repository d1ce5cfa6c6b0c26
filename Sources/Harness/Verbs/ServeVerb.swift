internal import CProcess
internal import Chance
internal import Glibc
internal import Loop
internal import ScenarioLanguage
internal import Signaling

/// `rollcall serve`: a backend in real time for any clients, until a signal ends it.
struct ServeVerb {
    private let request: ServeRequest

    init(_ words: ParsedArguments) throws(UsageError) {
        request = try ServeRequest(words)
    }

    func perform() -> ExitStatus {
        do throws(FileError) {
            guard let users = try users() else { return .invalid }
            let secret = try secret()
            let generator = SeededGenerator(secret: try Entropy.bytes(32))
            let signals = cpr_signals_open()
            guard signals >= 0 else {
                throw FileError(path: "the descriptor of signals", doing: "opened", number: errno)
            }
            return serve(users, secret: secret, generator: generator, signals: signals)
        } catch {
            Console.error(.serve, "\(error)")
            return error.status
        }
    }

    private func secret() throws(FileError) -> [UInt8] {
        guard let file = request.secretFile else { return try Entropy.bytes(32) }
        return try SecretFile.read(file)
    }

    /// Returns the users of the file; nil, with a message, when it is invalid.
    private func users() throws(FileError) -> [User]? {
        guard let path = request.usersFile else { return UsersFile.defaultUsers }
        let bytes = try FileStore.readWhole(path, atMost: UsersFile.largest)
        let file = UsersFile(bytes, file: path)
        guard !file.problems.isEmpty else { return file.users }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        Console.error(file.problems.map { $0.rendered(sourceLines: lines) }.joined(separator: "\n"))
        return nil
    }

    private func serve(_ users: [User], secret: [UInt8], generator: SeededGenerator, signals: Int32)
        -> ExitStatus
    {
        EventLoop.install()
        return MainActor.assumeIsolated {
            Service(request, users: users, secret: secret, generator: generator).run(signals: signals)
        }
    }
}
