import Wire

extension RequestFacts {
    /// The facts that the request changes if it is granted, and their scope: a call, or the devices of a user.
    var requestedChanges: (scope: String, changes: [GrantedFacts.Subject: CBOR]) {
        let body = body ?? [:]
        switch action {
        case .createDevice: return (Self.devices(of: user), [.device(body["id"]?.text ?? ""): .map(body)])
        case .deleteDevice: return (Self.devices(of: user), [.device(query["id"] ?? ""): .null])
        case .listDevices: return (Self.devices(of: user), [:])
        case .queryMembers: return ("\(body["type"]?.text ?? ""):\(body["id"]?.text ?? "")", [:])
        default: return (cid ?? "", changesOfCall(body))
        }
    }

    private static func devices(of user: String?) -> String { "devices of \(user ?? "")" }

    private func changesOfCall(_ body: CBOR.Map) -> [GrantedFacts.Subject: CBOR] {
        switch action {
        case .update: changes(by: body)
        case .getOrCreate, .join: creation.map(changesByCreation) ?? [:]
        case .updateMembers: changesOfMembers(body)
        case .block: [.blocked(body["user_id"]?.text ?? ""): true]
        case .unblock: [.blocked(body["user_id"]?.text ?? ""): false]
        case .kick: body.flag("block") ? [.blocked(body["user_id"]?.text ?? ""): true] : [:]
        case .raiseHand: user.map { [.hand($0): true] } ?? [:]
        case .lowerHand: user.map { [.hand($0): false] } ?? [:]
        default: [:]
        }
    }

    private func changes(by data: CBOR.Map) -> [GrantedFacts.Subject: CBOR] {
        var changes: [GrantedFacts.Subject: CBOR] = [:]
        if let custom = data["custom"] { changes[.custom] = custom }
        if let date = data["starts_at"] { changes[.startsAt] = date }
        for (field, value) in SettingsTable.fields(of: data["settings_override"]?.map ?? [:]) {
            changes[.setting(field)] = value
        }
        return changes
    }

    private func changesByCreation(_ data: CBOR.Map) -> [GrantedFacts.Subject: CBOR] {
        var changes = changes(by: data)
        changes[.custom] = data["custom"] ?? [:]
        for (user, entry) in ResponseFacts.entries(data["members"]?.array ?? []) {
            changes[.member(user)] = .map(entry)
        }
        return changes
    }

    private func changesOfMembers(_ body: CBOR.Map) -> [GrantedFacts.Subject: CBOR] {
        var changes: [GrantedFacts.Subject: CBOR] = [:]
        for (user, entry) in ResponseFacts.entries(body["update_members"]?.array ?? []) {
            changes[.member(user)] = .map(entry)
        }
        for user in (body["remove_members"]?.array ?? []).compactMap(\.text) { changes[.member(user)] = .null }
        return changes
    }

    /// True for a request whose effect depends on its user, which is unknown.
    var changesUnknownUser: Bool {
        switch action {
        case .createDevice, .deleteDevice, .raiseHand, .lowerHand, .accept, .reject: user == nil
        default: false
        }
    }

    /// True when the response lists all members of the call.
    var listsAllMembers: Bool {
        switch action {
        case .get, .getOrCreate, .join, .ring, .update: membersLimit == nil
        default: false
        }
    }
}
