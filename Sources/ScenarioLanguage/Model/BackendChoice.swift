/// A program in place of Rollcall's servers: the value of `--backend`.
package struct BackendChoice: Hashable, Sendable {
    /// The program and its arguments, with names in them.
    package let command: [Template]
    /// The option's original value.
    package let text: String

    /// The names that stand for values in the command.
    package static let names = ["folder", "host", "port"]
    /// The name of the program in messages, in the journal and in the folder of the run.
    package static let name = "backend"
    /// The file with the key of tokens in its folder.
    private static let secretFile = "secret"
    /// The file with the users of the scenario.
    private static let usersFile = "users.yaml"

    /// Parses a command. Spaces separate its words; quotation marks keep them together.
    package init(_ text: String) throws(DriverChoice.Mistake) {
        self.text = text
        var command: [Template] = []
        for word in try DriverChoice.words(text[...]) {
            do throws(Template.Flaw) {
                command.append(try Template(word, isName: Self.names.contains))
            } catch {
                let names = Self.names.map { "${\($0)}" }
                throw DriverChoice.Mistake(
                    description: "`\(word)`: there is \(Spelling.list(names, joinedBy: "and")); `$${` stands for `${`")
            }
        }
        self.command = command
        guard let first = command.first, first != Template(plain: "") else {
            throw DriverChoice.Mistake(description: "it needs a command, as in `server --port ${port}`")
        }
    }
}

extension BackendChoice {
    /// The program of a run, which has a UDP socket with the port when it can be used.
    package func program(port: UInt16, secret: String, users: String) -> ProgramSpec {
        var program = ProgramSpec(
            name: Self.name, command: command, scenarioFolder: "", place: .start)
        program.readiness = .udp(port)
        program.filesArePrivate = true
        program.files = .texts([
            ProgramSpec.File(name: Self.secretFile, text: Template(plain: secret)),
            ProgramSpec.File(name: Self.usersFile, text: Template(plain: users)),
        ])
        return program
    }
}

extension Template {
    /// A text without names.
    fileprivate init(plain text: String) { self.init(text.isEmpty ? [] : [.text(text)]) }
}

extension Scenario {
    /// Returns the scenario with a program in place of Rollcall's servers.
    package func served(by choice: BackendChoice?) -> Scenario {
        guard let choice else { return self }
        var scenario = self
        scenario.backend = choice
        // The golden file has the exact calls of Rollcall's servers, and the other rules of whole runs look into them.
        scenario.golden = nil
        scenario.wholeRun.formIntersection([.states])
        return scenario
    }
}

extension ScenarioSettings {
    /// The names of the settings that configure Rollcall's servers.
    package var namesOfServers: [String] {
        let wanted: [(String, Bool)] = [
            ("autoCancelTimeout", autoCancelTimeout != nil), ("incomingCallTimeout", incomingCallTimeout != nil),
            ("missedCallTimeout", missedCallTimeout != nil), ("micDefaultOn", micDefaultOn != nil),
            ("cameraDefaultOn", cameraDefaultOn != nil), ("speakerDefaultOn", speakerDefaultOn != nil),
            ("defaultDevice", defaultDevice != nil), ("requestLimit", requestLimit != nil),
            ("rosterLimit", rosterLimit != nil), ("egressStart", egressStart != nil),
            ("egressFile", egressFile != nil), ("egressFrame", egressFrame != nil), ("membersOnly", membersOnly),
            ("requiresProofs", requiresProofs), ("fastReconnectDeadline", fastReconnectDeadline != nil),
            ("sfuCount", sfuCount != 1),
        ]
        return wanted.filter(\.1).map(\.0)
    }
}
