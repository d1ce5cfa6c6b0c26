/// An outside program that is a participant.
package struct DriverSpec: Hashable, Sendable {
    /// The program and its arguments.
    package var command: [String]
    /// The folder in which it is started; empty for that of the harness.
    package var folder: String
    /// How long it may take to say hello, and to answer a `sync`; nil for 20 s.
    package var patience: Duration?

    /// Names a program.
    package init(command: [String], folder: String = "", patience: Duration? = nil) {
        self.command = command
        self.folder = folder
        self.patience = patience
    }
}

/// A program in the place of participants that a scenario leaves to the call library: what stands behind `--driver`.
package struct DriverChoice: Hashable, Sendable {
    /// The participant; nil for all.
    package let participant: String?
    /// The program and its arguments.
    package let command: [String]
    /// The option's value as it was written.
    package let text: String

    /// Why a text is no choice.
    package struct Mistake: Error, CustomStringConvertible {
        /// What is wrong.
        package let description: String
    }

    /// Reads `COMMAND` or `NAME=COMMAND`; words of the command are parted by spaces, quotes keep them together.
    package init(_ text: String) throws(Mistake) {
        let name = text.prefix { $0 != "=" && $0 != " " && $0 != "/" }
        let isNamed = text.dropFirst(name.count).first == "=" && !name.isEmpty
        participant = isNamed ? String(name) : nil
        command = try Self.words(isNamed ? text.dropFirst(name.count + 1) : text[...])
        self.text = text
        guard !command.isEmpty, command.first != "" else {
            throw Mistake(description: "it needs a command, as in `bob=python3 driver.py`")
        }
    }

    private static func words(_ text: Substring) throws(Mistake) -> [String] {
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

    /// The scenario with programs in the place of participants; those of registered kinds stay what they are.
    package func driven(by choices: [DriverChoice]) -> Scenario {
        var scenario = self
        for index in participants.indices where participants[index].part == nil {
            let name = participants[index].name
            let named = choices.last { $0.participant == name }
            guard let choice = named ?? choices.last(where: { $0.participant == nil }) else { continue }
            scenario.participants[index].driver = DriverSpec(command: choice.command)
        }
        return scenario
    }

    /// The commands of its outside programs, each once, as they can be shown.
    package var programs: [String] {
        driven.compactMap { $0.driver?.command.joined(separator: " ").quoted }.reduce(into: []) { list, command in
            if !list.contains(command) { list.append(command) }
        }
    }

    /// Whether outside programs take part, so that it runs under the real clock.
    package var isDriven: Bool { participants.contains { $0.driver != nil } }

    /// What a verdict says of the clock.
    package static let noteOnDrivers =
        "Scenarios with outside programs ran under the real clock, where times are not exact."

    /// How much real time its waits take at least, as long as they are all done.
    package var shortestDuration: Duration { steps.shortestDuration }
}

extension Step {
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
