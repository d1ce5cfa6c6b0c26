import CallLibraryGuest
import Chance
import Journal
import Signaling
import YAML

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The tables of `Docs/scenarios.md` and its pages, made from those of the language.
enum DocumentTables {
    static let all: [(name: String, text: String)] = [
        ("scenario", keys(.scenario)), ("sequence", keys(.sequence)), ("participant", keys(.participant)),
        ("driver", keys(.driver)), ("program", keys(.program)), ("readiness", keys(.readiness)),
        ("interceptor", keys(.interceptor)),
        ("settings", keys(.settings)), ("conditions", keys(.conditions)), ("network", keys(.network)),
        ("media", keys(.media)),
        ("burst", keys(.burst)),
        ("reorder", keys(.reorder)), ("corrupt", keys(.corrupt)), ("drop", keys(.choice)), ("flap", keys(.flap)),
        ("intruder", keys(.intruder)), ("request", keys(.forgedRequest)),
        ("profiles", profiles),
        ("distributions", distributions), ("step", keys(.step)),
        ("outcome", keys(.outcome)), ("packets", packets), ("eventPatterns", eventPatterns), ("journal", journal),
        ("commands", commands),
        ("server commands", serverCommands), ("arguments", arguments),
        ("operators", operators), ("properties", properties), ("participant properties", participantProperties),
        ("server properties", serverProperties),
        ("words", words), ("limits", limits),
    ]

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    private static func code(_ texts: [String]) -> String {
        texts.map { "`\($0)`" }.joined(separator: ", ")
    }

    private static func keys(_ keys: Keys) -> String {
        table(
            ["key", "what it is"],
            keys.all.map { key in ["`\(key.name)`", key.about + (key.requiredExample == nil ? "" : " (needed)")] })
    }

    private static var commands: String {
        table(
            ["command", "needs", "may have", "what it does"],
            Vocabulary.standard.commands.map { spec in
                ["`\(spec.name)`", code(spec.required.map(\.name)), code(spec.optional.map(\.name)), spec.about]
            })
    }

    private static var packets: String {
        table(
            ["key", "of", "what it is", "its values"],
            Keys.ends.all.map { ["`\($0.name)`", "all", $0.about, ""] }
                + PacketFields.table.words.map { ["`\($0.name)`", $0.owner, $0.about, $0.type.expected] })
    }

    private static var eventPatterns: String {
        table(
            ["key", "what happens", "its values", "beside it"],
            Vocabulary.standard.eventPatterns.map { pattern in
                let beside = pattern.fields.map(\.name) + (pattern.hasCall ? ["call"] : [])
                return ["`\(pattern.name)`", pattern.about, pattern.type.expected, code(beside)]
            })
    }

    /// The fields that stand beside a key, each once.
    private static var journal: String {
        var seen: Set<String> = []
        let fields = Vocabulary.standard.eventPatterns.flatMap { pattern in
            pattern.fields.filter { seen.insert("\(pattern.kind.name).\($0.name)").inserted }
                .map { ["`\($0.name)`", pattern.kind.about, $0.about, $0.values.written] }
        }
        return table(["key", "of", "what it is", "its values"], fields)
    }

    private static var serverCommands: String {
        table(
            ["server", "command", "needs", "may have", "what it does"],
            ServerCommands.table.words.map { spec in
                [
                    "`\(spec.server ?? "")`", "`\(spec.name)`", code(spec.required.map(\.name)),
                    code(spec.optional.map(\.name)), spec.about,
                ]
            })
    }

    private static var arguments: String {
        table(
            ["argument", "what it is", "such as"],
            allArguments.map { ["`\($0.name)`", $0.about, "`\($0.example)`"] })
    }

    /// Every argument of a command once, in the order of the commands.
    static let allArguments: [Argument] = {
        var seen: Set<String> = []
        let all = Vocabulary.standard.commands.flatMap(\.arguments) + ServerCommands.table.words.flatMap(\.arguments)
        return all.filter { seen.insert($0.name).inserted }
    }()

    private static var operators: String {
        table(["comparison", "what it asks"], Operator.allCases.map { ["`\($0.rawValue)`", $0.about] })
    }

    private static var properties: String {
        table(
            ["property", "what it is", "its values"],
            Vocabulary.standard.properties.map { ["`\($0.name)`", $0.about, $0.type.expected] })
    }

    private static var participantProperties: String {
        table(
            ["property", "what it is", "its values"],
            Vocabulary.standard.participantProperties.map { ["`\($0.name)`", $0.about, $0.type.expected] })
    }

    private static var serverProperties: String {
        table(
            ["server", "property", "what it is", "its values"],
            ServerProperties.table.words.map { ["`\($0.server ?? "")`", "`\($0.name)`", $0.about, $0.type.expected] })
    }

    private static var words: String {
        let sets: [Words] = [
            .callingStates, .reconnectionStatuses, .connectionPhases, .connectionStatuses,
            .cameraPositions, .recordingStates, .protocols, .pathStates, .trackStates, .connectionQualities,
            .refusedMedia, .drops,
            .sortings, .recordingTypes, .egresses, .liveParts, .endings, .wholeRunRules, .errors, .refusals,
            .notifications,
            .methods, .stages, .messageTypes, .stunClasses, .rtcpKinds, .fates, .lossReasons,
            .statuses, Words("event of the coordinator", CoordinatorEvent.allTypes),
            Words("event of an SFU", SFUEvent.allTypes),
        ]
        return table(["what", "words"], sets.map { [$0.kind, code($0.all)] })
    }

    private static var profiles: String {
        table(["profile", "what it stands for"], LinkProfile.all.map { ["`\($0.name)`", $0.about] })
    }

    private static var distributions: String {
        table(
            ["distribution", "what the jitter is"],
            JitterDistribution.allCases.map { ["`\($0.rawValue)`", $0.about] })
    }

    private static var limits: String {
        let limits = ScenarioLimits.default
        return table(
            ["limit", "of"],
            [
                ["\(limits.bytes)", "bytes in a file"],
                ["\(limits.participants)", "participants, with each member of a group"],
                ["\(limits.steps)", "steps, including nested ones and each repetition"],
                ["\(limits.rows)", "rows"], ["\(limits.stepsOfRows)", "steps of all rows together"],
                ["\(limits.includes)", "levels of files that include one another"],
                ["\(limits.text)", "bytes of a text after its variables are replaced"],
                ["\(limits.values)", "values that replace variables, including those in lists and mappings"],
                ["\(limits.depth)", "steps inside one another"],
                ["\(limits.names)", "names in all lists of participants together, with each member of a group"],
                [
                    "\(limits.entries)",
                    "entries in the journal of a run, unless `journalLimit` in the settings says another number",
                ],
                ["\(YAMLLimits.default.depth)", "mappings and lists inside one another"],
                ["\(YAMLLimits.default.nodes)", "values in a file"],
                ["\(YAMLLimits.default.aliasedNodes)", "values for which aliases stand"],
                [limits.duration.written, "for one duration"],
                [limits.run.written, "for a run on its own time line"],
                ["\(limits.problems)", "reported problems of one file"],
                ["\(limits.folders)", "folders inside one another"],
            ])
    }
}

extension JournalField.Values {
    /// The description of the values, for the table.
    fileprivate var written: String {
        switch self {
        case .name: "a participant or server"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .attributes: "a mapping from names to comparisons"
        case .text, .number, .instant, .address, .value: type.expected
        }
    }
}
