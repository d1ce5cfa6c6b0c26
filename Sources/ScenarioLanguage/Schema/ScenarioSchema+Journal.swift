import Journal

extension ScenarioSchema {
    /// An entry with its count, or a list in order.
    var journal: SchemaNode {
        .any([
            entry(["count": .reference(definition(of: .count))]),
            .list(of: entry([:], packet: packets(.packet(vocabulary.packetFields))), atLeast: 2),
        ])
    }

    /// Returns a participant or server with one event.
    private func entry(_ others: [String: SchemaNode], packet: SchemaNode? = nil) -> SchemaNode {
        let node: SchemaNode = [
            "type": "object", "additionalProperties": eventPattern(others), "minProperties": 1, "maxProperties": 1,
        ]
        return packet.map { node + ["properties": .object([SchemaNode.Member("packet", $0)])] } ?? node
    }

    private func eventPattern(_ others: [String: SchemaNode]) -> SchemaNode {
        var properties = vocabulary.eventPatterns.map { pattern in
            SchemaNode.Member(
                pattern.name, ["description": .text(pattern.about)] + .reference(definition(of: pattern.type)))
        }
        var names = Set(vocabulary.eventPatterns.map(\.name) + ["call"])
        for field in vocabulary.eventPatterns.flatMap(\.fields) where names.insert(field.name).inserted {
            properties.append(SchemaNode.Member(field.name, ["description": .text(field.about)] + content(of: field)))
        }
        properties += [
            SchemaNode.Member("call", .any([.reference(definition(of: .call)), .reference(definition(of: .count))])),
            SchemaNode.Member("time", .reference(definition(of: .date))),
        ]
        properties += others.sorted { $0.key < $1.key }.map { SchemaNode.Member($0.key, $0.value) }
        return ["type": "object", "properties": .object(properties), "additionalProperties": false, "minProperties": 1]
    }

    private func content(of field: JournalField) -> SchemaNode {
        field.values == .attributes
            ? ["type": "object", "additionalProperties": .reference(definition(of: .anything))]
            : .reference(definition(of: field.values.type))
    }

    /// The types of entries' fields that no property has.
    var eventPatternTypes: [ValueType] {
        vocabulary.eventPatterns.flatMap(\.fields).filter { $0.values != .attributes }.map(\.values.type)
            + vocabulary.eventPatterns.map(\.type) + [.call, .text, .date]
    }
}
