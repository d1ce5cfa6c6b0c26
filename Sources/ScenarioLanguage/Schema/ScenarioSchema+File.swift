/// The keys of a file and of its participants.
extension ScenarioSchema {
    var fields: [String: SchemaNode] {
        [
            "id": .reference("identifier"), "name": ["type": ["string", "number", "boolean"], "maxLength": 200],
            "covers": .list(of: .scalar), "tags": .list(of: .scalar), "description": .scalar,
            "include": includes, "variables": variables, "sequences": .reference("sequences"),
            "rows": ["type": "object", "minProperties": 1, "additionalProperties": variables],
            "participants": participants, "programs": programs, "settings": keys(.settings, settings),
            "network": .reference("network"), "always": .reference("expectations"),
            "media": .words(.mediaSwitches), "golden": .pattern("^(?!(.*/)?\\.\\.(/|$))[^/](.*[^/])?$"),
            "wholeRun": .any([.choice(["none"]), .oneOrMore(.words(.wholeRunRules))]),
            "seeds": keys(.seeds, seeds) + ["minProperties": 2, "maxProperties": 2],
            "steps": .list(of: .reference("step"), atLeast: 1),
        ]
    }

    var seeds: [String: SchemaNode] {
        let span = SchemaNode.any([["type": "integer", "minimum": 0], .pattern("^[0-9]+(\\.\\.[0-9]+)?$")])
        return ["only": .oneOrMore(span), "except": .oneOrMore(span), "because": .scalar]
    }

    var settings: [String: SchemaNode] {
        let limits = [
            "autoCancelTimeout", "incomingCallTimeout", "missedCallTimeout", "interceptorLimit", "egressStart",
            "egressFile", "egressFrame", "disconnectionTimeout", "fastReconnectDeadline",
        ]
        var values: [String: SchemaNode] = Dictionary(
            uniqueKeysWithValues: limits.map { ($0, SchemaNode.reference("duration")) })
        for name in ["micDefaultOn", "cameraDefaultOn", "speakerDefaultOn", "membersOnly", "requireProof"] {
            values[name] = .boolean
        }
        values["defaultDevice"] = .words(.devices)
        values["requestLimit"] = .integer(in: Bounds.requestLimit)
        values["journalLimit"] = .integer(in: Bounds.journalLimit)
        let choices: SchemaNode = [
            "type": "object", "minProperties": 1, "additionalProperties": .integer(in: Bounds.choiceValue),
            "propertyNames": ["pattern": "^[1-9][0-9]{0,6}$"],
        ]
        values["order"] = .any([.integer(in: Bounds.order), choices])
        values["rosterLimit"] = .integer(in: Bounds.rosterLimit)
        values["sfus"] = .integer(in: Bounds.sfus)
        return values
    }

    private var programs: SchemaNode {
        let port = SchemaNode.integer(in: 1...65_535)
        let signs = ["udp": port, "tcp": port, "line": .scalar, "within": .reference("duration")]
        let spec = keys(
            .program,
            [
                "command": .list(of: .scalar, atLeast: 1), "address": .scalar,
                "files": .any([.scalar, ["type": "object", "additionalProperties": .scalar]]),
                "ready": keys(.readiness, signs), "mayEnd": .boolean,
            ])
        return [
            "type": "object", "propertyNames": .reference("participantName"), "minProperties": 1,
            "additionalProperties": spec,
        ]
    }

    private var participants: SchemaNode {
        let names: SchemaNode = ["propertyNames": .reference("participantName"), "minProperties": 1]
        let spec = keys(.participant, participant) + kindsOfParticipants
        return .any([
            .list(of: .reference("participantName")),
            ["type": "object"] + names + ["additionalProperties": .any([["type": "null"], spec])],
        ])
    }

    var participant: [String: SchemaNode] {
        let flags = ["rejectCallWhenBusy", "autoLeave", "leavesWhenLiveEnds", "proof", "connected"]
        let durations = ["interceptorLimit", "disconnectionTimeout", "tokenLifetime"]
        var values: [String: SchemaNode] = Dictionary(uniqueKeysWithValues: flags.map { ($0, SchemaNode.boolean) })
        for name in durations { values[name] = .reference("duration") }
        for name in ["user", "role"] { values[name] = .any([.reference("identifier"), ["type": "number"]]) }
        values["kind"] = .choice(Words.userKinds.all + vocabulary.kinds.map(\.name))
        values["driver"] = keys(
            .driver, ["command": .list(of: .scalar, atLeast: 1), "patience": .reference("duration")])
        for name in ["displayName", "image"] { values[name] = .scalar }
        values["source"] = .words(vocabulary.words.sources)
        values["count"] = .integer(in: 1...ScenarioLimits.default.participants)
        values["interceptor"] = .reference("interceptor")
        values["token"] = .words(.tokens)
        values["tokenCall"] = .reference("call")
        values["media"] = .any([.words(.mediaStates), keys(.media, media)])
        let time = SchemaNode.pattern("^[0-9]+(\\.[0-9]+)?(ms|s|min|h)\\.\\.[0-9]+(\\.[0-9]+)?(ms|s|min|h)$")
        values["speaks"] = .oneOrMore(time)
        return values
    }

    var media: [String: SchemaNode] {
        [
            "loudness": .integer(in: Bounds.loudness), "frameRate": .integer(in: Bounds.frameRate),
            "screenFrameRate": .integer(in: Bounds.frameRate), "firstSource": .integer(in: Bounds.source),
            "firstSequenceNumber": .integer(in: Bounds.sequenceNumber),
            "firstTimestamp": .integer(in: Bounds.timestamp),
        ]
    }
}
