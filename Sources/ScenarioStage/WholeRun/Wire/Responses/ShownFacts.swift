import Wire

/// Checks that a body shows what granted requests have changed before.
enum ShownFacts {
    typealias Fact = (subject: GrantedFacts.Subject, value: CBOR, since: MessageTime)

    /// Returns the violation of a call.
    static func violation(ofCall call: CBOR.Map, _ facts: [Fact]) -> String? {
        let present = (call["session"]?.map?["participants"]?.array ?? []).compactMap(\.map)
        return first(of: facts) { fact in
            switch fact.subject {
            case .custom: shown(call["custom"] ?? [:], fact)
            case .startsAt: shown(call["starts_at"], fact)
            case .setting(let field): shown(SettingsTable.value(of: field, in: call["settings"]?.map), fact)
            case .blocked(let user):
                shown(.boolean(call["blocked_user_ids"]?.array?.contains(.text(user)) ?? false), fact)
            case .hand(let user): violation(ofHand: user, fact, present)
            case .member, .device: nil
            }
        }
    }

    /// Returns the violation of a body that lists all members.
    static func violation(ofMembers body: CBOR.Map, _ facts: [Fact]) -> String? {
        let members = ResponseFacts.members(body["members"]?.array ?? [])
        return first(of: facts) { fact in
            guard case .member(let user) = fact.subject else { return nil }
            guard let entry = fact.value.map else {
                return members[user] == nil ? nil : "its members have \(user), which was removed before"
            }
            guard let member = members[user] else { return "its members lack \(user), which was added before" }
            if let role = entry["role"], member["role"] != role { return words(fact, member["role"], role) }
            let custom = entry["custom"] ?? [:]
            return member["custom"] ?? [:] == custom ? nil : words(fact, member["custom"], custom)
        }
    }

    /// Returns the violation of a list of participants.
    static func violation(ofPresent body: CBOR.Map, _ facts: [Fact]) -> String? {
        let present = (body["participants"]?.array ?? []).compactMap(\.map)
        return first(of: facts) { fact in
            guard case .hand(let user) = fact.subject else { return nil }
            return violation(ofHand: user, fact, present)
        }
    }

    /// Returns the violation of a user's devices.
    static func violation(ofDevices body: CBOR.Map, _ facts: [Fact]) -> String? {
        let list = (body["devices"]?.array ?? []).compactMap(\.map)
        let devices = Dictionary(list.map { ($0["id"]?.text ?? "", $0) }) { $1 }
        return first(of: facts) { fact in
            guard case .device(let id) = fact.subject else { return nil }
            guard let request = fact.value.map else {
                return devices[id] == nil ? nil : "its devices have \(id), which was deleted before"
            }
            guard let device = devices[id] else { return "its devices lack \(id), which was created before" }
            return violation(of: fact, device, requestedBy: request)
        }
    }

    private static func violation(of fact: Fact, _ device: CBOR.Map, requestedBy request: CBOR.Map) -> String? {
        for (name, source) in [("push_provider", nil), ("push_provider_name", nil), ("voip", "voip_token")] {
            let requested = request[source ?? name] ?? false
            if device[name] ?? false != requested { return words(fact, device[name], requested) }
        }
        return nil
    }

    // MARK: Comparing

    /// Returns the first violation in the order of the subjects' names.
    private static func first(of facts: [Fact], _ violation: (Fact) -> String?) -> String? {
        facts.compactMap { fact in violation(fact).map { (fact.subject.text, $0) } }.min { $0.0 < $1.0 }?.1
    }

    private static func shown(_ value: CBOR?, _ fact: Fact) -> String? {
        value == fact.value ? nil : words(fact, value, fact.value)
    }

    /// A participant that was there when its hand was raised or lowered shows it.
    private static func violation(ofHand user: String, _ fact: Fact, _ present: [CBOR.Map]) -> String? {
        let isWrong = present.contains { participant in
            participant["user"]?.map?["id"]?.text == user && participant.date("joined_at") ?? .max < fact.since.date
                && (participant["hand_raised_at"] != nil) != fact.value.boolean
        }
        return isWrong ? "its participant \(user) has another hand than was requested before" : nil
    }

    private static func words(_ fact: Fact, _ shown: CBOR?, _ granted: CBOR?) -> String {
        "its \(fact.subject.text) is \(shown.inWords), and \(granted.inWords) was granted before"
    }
}

/// Checks that an event agrees with its receiver.
enum EventFacts {
    /// A user that has missed a ring is among those that have missed it.
    static func violation(ofMissed call: CBOR.Map, by user: String, at date: Int64) -> String? {
        let shown = call["session"]?.map?["missed_by"]?.map?.date(user)
        return shown == date ? nil : "call.missed does not show in its missed_by that \(user) has missed the ring"
    }
}
