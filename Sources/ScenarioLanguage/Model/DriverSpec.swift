/// An outside program that acts as a participant.
package struct DriverSpec: Hashable, Sendable {
    /// The program and its arguments.
    package var command: [String]
    /// The working directory; empty for that of the harness.
    package var folder: String
    /// The time limit of `hello` and of the response to a `sync`; nil for 20 s.
    package var patience: Duration?

    /// Creates the specification of a driver.
    package init(command: [String], folder: String = "", patience: Duration? = nil) {
        self.command = command
        self.folder = folder
        self.patience = patience
    }
}

/// A program that replaces participants of the call library: the value of `--driver`.
package struct DriverChoice: Hashable, Sendable {
    /// The participants that the program replaces.
    package enum Selection: Hashable, Sendable {
        /// All of them.
        case everyone
        /// The participant of the scenario's first command after connecting, such as the caller of a ring.
        case first
        /// All participants but the first one.
        case others
        /// The participant with this name.
        case named(String)
    }

    /// The participants that the program replaces.
    package let selection: Selection
    /// The program and its arguments.
    package let command: [String]
    /// The option's original value.
    package let text: String

    /// The reason that a text is not a valid choice.
    package struct Mistake: Error, CustomStringConvertible {
        /// A description of the error.
        package let description: String
    }

    /// Parses `COMMAND`, `NAME=COMMAND`, `@first=COMMAND` or `@others=COMMAND`.
    ///
    /// Spaces separate the command's words; quotation marks keep them together.
    package init(_ text: String) throws(Mistake) {
        let name = text.prefix { $0 != "=" && $0 != " " && $0 != "/" }
        let isNamed = text.dropFirst(name.count).first == "=" && !name.isEmpty
        selection = isNamed ? try Self.selection(String(name)) : .everyone
        command = try Self.words(isNamed ? text.dropFirst(name.count + 1) : text[...])
        self.text = text
        guard !command.isEmpty, command.first != "" else {
            throw Mistake(description: "it needs a command, as in `bob=python3 driver.py`")
        }
    }

    /// Returns the choice with this program for the participant with a name.
    package func named(_ name: String) -> DriverChoice? {
        try? DriverChoice(selection == .everyone ? "\(name)=\(text)" : name + text.drop { $0 != "=" })
    }

    private static func selection(_ name: String) throws(Mistake) -> Selection {
        switch name {
        case "@first": return .first
        case "@others": return .others
        default:
            guard !name.hasPrefix("@") else {
                throw Mistake(description: "there is no `\(name)`; there is `@first` and `@others`")
            }
            return .named(name)
        }
    }

    static func words(_ text: Substring) throws(Mistake) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            switch (character, quote) {
            case (let end, let open?) where end == open: quote = nil
            case ("'", nil), ("\"", nil):
                quote = character
                word = word ?? ""
            case (" ", nil):
                if let whole = word { words.append(whole) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw Mistake(description: "a quote in it does not end") }
        if let whole = word { words.append(whole) }
        return words
    }
}

extension Scenario {
    /// The participants that are outside programs.
    package var driven: [ParticipantSpec] { participants.filter { $0.driver != nil } }

    /// Returns the scenario with programs in place of participants; those of registered kinds are unchanged.
    ///
    /// A choice for a name counts before one for a role, and that before one for everyone.
    package func driven(by choices: [DriverChoice]) -> Scenario {
        var scenario = self
        for index in participants.indices {
            guard let choice = choice(of: participants[index].name, among: choices) else { continue }
            scenario.participants[index].driver = DriverSpec(command: choice.command)
            // The golden file has the exact calls of the call library.
            scenario.golden = nil
        }
        return scenario
    }

    /// Returns the choice for a participant, or nil when no choice replaces it.
    package func choice(of name: String, among choices: [DriverChoice]) -> DriverChoice? {
        guard participants.contains(where: { $0.name == name && $0.part == nil }) else { return nil }
        let role: DriverChoice.Selection = name == firstParticipant ? .first : .others
        return [.named(name), role, .everyone].lazy
            .compactMap { selection in choices.last { $0.selection == selection } }.first
    }

    /// The participant of the first command after connecting; the first participant without such a command.
    package var firstParticipant: String? {
        steps.lazy.compactMap(\.firstParticipant).first ?? participants.first?.name
    }

    /// The commands of its outside programs for display, without duplicates.
    package var outsideCommands: [String] {
        let commands = driven.compactMap(\.driver?.command) + programs.map { $0.command.map(\.description) }
        return commands.map { $0.joined(separator: " ").quoted }.reduce(into: []) { list, command in
            if !list.contains(command) { list.append(command) }
        }
    }

    /// True when outside programs take part.
    package var isDriven: Bool {
        !programs.isEmpty || backend != nil || participants.contains { $0.driver != nil }
    }

    /// The verdict's note on the clock.
    package static let noteOnDrivers =
        "Scenarios with outside programs ran under the real clock, where times are not exact."

    /// The minimum real time of its waits, if all are performed.
    package var shortestDuration: Duration { steps.shortestDuration }
}

extension Step {
    /// The participant of the first command after connecting.
    fileprivate var firstParticipant: String? {
        if case .command(let call) = action, call.command.spec.name != "connect" { return call.participants.first }
        return action.inner.lazy.compactMap(\.firstParticipant).first
    }

    fileprivate var shortestDuration: Duration {
        switch action {
        case .wait(let duration), .hold(_, for: let duration): duration
        case .group(let steps): steps.shortestDuration
        case .command, .server, .expect, .rule, .packets, .journal, .network, .sameTime, .mark: .zero
        }
    }
}

extension [Step] {
    fileprivate var shortestDuration: Duration { reduce(.zero) { $0 + $1.shortestDuration } }
}
