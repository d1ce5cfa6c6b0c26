/// The JSON Schema of scenario files (draft 2020-12), generated from the tables of the language.
///
/// It covers everything that does not depend on a file's names: keys, values, and the arguments of steps and commands.
/// Only the reader checks names of participants, users and marks, and relations between keys.
package struct ScenarioSchema {
    let vocabulary: Vocabulary

    /// Creates the schema of the language with the additions of an embedding program.
    package init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The schema as text, with one key per line.
    package var text: String { root.pretty() + "\n" }

    private var root: SchemaNode {
        let others = ["id", "name", "participants", "steps"].map { name -> SchemaNode in
            ["required": .array([.text(name)])]
        }
        let isLibrary: SchemaNode = ["required": ["sequences"], "not": .any(others)]
        let library = keys(.library, ["include": includes, "sequences": .reference("sequences")])
        let names: SchemaNode = ["placeholder": .pattern("\\$\\{")]
        let root: SchemaNode = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://rollcall.invalid/scenario.schema.json",
            "title": "A scenario of Rollcall",
            "if": isLibrary, "then": library, "else": keys(.scenario, fields).allowingNames(),
        ]
        // Only programs can do without participants.
        let parts: SchemaNode = [
            "anyOf": [["required": ["programs"]], ["properties": ["participants": ["minItems": 1]]]]
        ]
        return root + parts + ["$defs": definitions.allowingNamesInside() + names]
    }

    var includes: SchemaNode { .list(of: ["type": "string"]) }

    /// Names with their values.
    var variables: SchemaNode {
        ["type": ["object", "null"], "propertyNames": .reference("variableName")]
    }

    private var sequences: SchemaNode {
        let sequence = keys(
            .sequence,
            [
                "parameters": .list(of: .reference("variableName")),
                "steps": .list(of: .reference("step"), atLeast: 1),
            ])
        return ["type": "object", "additionalProperties": sequence]
    }

    private var definitions: SchemaNode {
        var rows: [(String, SchemaNode)] = [
            ("identifier", .pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")),
            ("participantName", .pattern("^[A-Za-z][A-Za-z0-9_-]{0,63}$")),
            ("variableName", ["type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,63}$"]), ("sequences", sequences),
            ("names", .any([["type": "string"], .list(of: ["type": "string"])])),
            ("duration", .pattern("^[0-9]+(\\.[0-9]+)?(ms|s|min|h)$")),
            ("moment", .any([.reference("duration"), .pattern("^[A-Za-z][A-Za-z0-9_-]*( [+-] .+)?$")])),
            ("bytes", .pattern("^[0-9]+(\\.[0-9]+)?(B|KiB|MiB)$")),
            ("share", .pattern("^[0-9]+(\\.[0-9]+)?%$")),
            ("rate", .pattern("^[0-9]+(\\.[0-9]+)?(bit|kbit|Mbit|Gbit)/s$")),
            ("call", .pattern("^[A-Za-z0-9_-]+:[A-Za-z0-9_-]+$")),
            ("interceptor", interceptor), ("expectations", expectations),
            ("packets", packets(.packets(vocabulary.packetFields))),
            ("journal", journal),
            ("network", network), ("step", step), ("calm", calmStep), ("command", command),
        ]
        rows += Cast.everyServer.map { ("commandOf-\($0)", serverCommand(of: $0)) }
        rows += mappings
        rows += types.map { ($0.name, comparison($0.type)) }
        return SchemaNode.object(rows.map { SchemaNode.Member($0.0, $0.1) })
    }

    private var interceptor: SchemaNode {
        let behaviours = Words("interceptor", InterceptorSpec.words + vocabulary.interceptors)
        return .any([
            .words(behaviours), keys(.interceptor, ["then": .words(behaviours), "after": .reference("duration")]),
        ])
    }

    /// Returns a mapping with the keys of a table; a key without a described value allows any value.
    func keys(_ keys: Keys, _ values: [String: SchemaNode]) -> SchemaNode {
        let properties = keys.all.map { key in
            SchemaNode.Member(key.name, ["description": .text(key.about)] + (values[key.name] ?? [:]))
        }
        let required = keys.all.filter { $0.requiredExample != nil }.map { SchemaNode.text($0.name) }
        let node: SchemaNode = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        return required.isEmpty ? node : node + ["required": .array(required)]
    }
}
