import Journal

extension ScenarioSchema {
    /// Entries of the journal: the keys of each kind.
    var journal: SchemaNode {
        .any(
            EntryFilter.kinds.map { kind in
                var properties: [SchemaNode.Member] = [
                    SchemaNode.Member("kind", .choice([kind.name])),
                    SchemaNode.Member("time", .reference(definition(of: .date))),
                    SchemaNode.Member("count", .reference(definition(of: .number))),
                ]
                properties += kind.fields.map { field in
                    SchemaNode.Member(field.name, ["description": .text(field.about)] + content(of: field))
                }
                return [
                    "type": "object", "properties": .object(properties), "required": .array([.text("kind")]),
                    "additionalProperties": false,
                ]
            })
    }

    private func content(of field: JournalField) -> SchemaNode {
        switch field.values {
        case .attributes:
            ["type": "object", "additionalProperties": .reference(definition(of: .anything))]
        case .name: .reference(definition(of: .text))
        case .text, .number, .instant, .address, .value, .words:
            .reference(definition(of: field.values.type(names: nil)))
        }
    }

    /// The types of fields that no property has.
    var eventPatternTypes: [ValueType] {
        EntryFilter.kinds.flatMap(\.fields).filter { $0.values != .attributes }.map { $0.values.type(names: nil) }
            + vocabulary.eventPatterns.map(\.type) + [.call, .text, .date]
    }

    /// Things that happen one after the other.
    var order: SchemaNode {
        var properties = vocabulary.eventPatterns.map { pattern in
            SchemaNode.Member(
                pattern.name, ["description": .text(pattern.about)] + .reference(definition(of: pattern.type)))
        }
        properties += [
            SchemaNode.Member("call", .reference(definition(of: .call))),
            SchemaNode.Member("time", .reference(definition(of: .date))),
        ]
        let pattern: SchemaNode = [
            "type": "object", "properties": .object(properties), "additionalProperties": false, "minProperties": 1,
        ]
        let item: SchemaNode = [
            "type": "object",
            "properties": .object([SchemaNode.Member("packet", packets(.packet(vocabulary.packetFields)))]),
            "additionalProperties": pattern, "minProperties": 1, "maxProperties": 1,
        ]
        return .list(of: item, atLeast: 2)
    }
}
