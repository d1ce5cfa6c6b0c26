/// Who takes part in a scenario, and the names that stand for some of them.
package struct Cast {
    /// The participants by name.
    package private(set) var byName: [String: ParticipantSpec] = [:]
    /// The names, in the order of the file.
    package private(set) var names: [String] = []
    /// The names of groups, in the order of the file, with who belongs to them.
    package private(set) var groups: [(name: String, members: [String])] = []
    /// The users, in the order of the file.
    package private(set) var users: [String] = []
    private var isUser: Set<String> = []
    /// The user of each participant, in the order of the file.
    private var userOfEach: [String] = []

    package static let everyone = "everyone"

    package mutating func add(_ spec: ParticipantSpec) {
        byName[spec.name] = spec
        names.append(spec.name)
        userOfEach.append(spec.user)
        if isUser.insert(spec.user).inserted { users.append(spec.user) }
    }

    package mutating func addGroup(_ name: String, members: [String]) {
        groups.append((name, members))
    }

    /// The participants that a name stands for.
    package func participants(_ name: String) -> [String]? {
        if name == Self.everyone { return names }
        if byName[name] != nil { return [name] }
        return groups.first { $0.name == name }?.members
    }

    /// The users that a name stands for: of a participant, a group, everyone, or the user's own.
    package func users(_ name: String) -> [String]? {
        if name == Self.everyone { return userOfEach }
        return participants(name)?.compactMap { byName[$0]?.user } ?? (isUser.contains(name) ? [name] : nil)
    }

    /// The hosts that a name stands for: participants, or servers.
    package func hosts(_ name: String) -> [String]? {
        participants(name) ?? (servers.contains(name) ? [name] : nil)
    }

    /// All that can stand where a participant is named.
    package var participantWords: [String] { names + groups.map(\.name) + [Self.everyone] }

    /// All that can stand where a user is named.
    package var userWords: [String] { participantWords + users.filter { byName[$0] == nil } }

    /// How many SFUs there are.
    package var sfuCount = 1

    /// The servers; `sfu` is all SFUs, and where there are several each has a name of its own too.
    package var servers: [String] { Self.servers + (sfuCount > 1 ? (1...sfuCount).map { "sfu-\($0)" } : []) }

    /// The names that the journal has for the SFUs.
    package var edges: [String] { (1...max(1, sfuCount)).map { "sfu-\($0)" } }

    /// The servers, by the names that they have in every scenario.
    package static let servers = ["coordinator", "sfu"]

    /// The kind of the server of a name: `coordinator` or `sfu`.
    package static func kind(ofServer name: String) -> String { name.hasPrefix("sfu") ? "sfu" : name }

    /// The servers that some scenario may have.
    package static let everyServer = servers + (1...mostSFUs).map { "sfu-\($0)" }

    /// How many SFUs a scenario may have.
    package static let mostSFUs = 9

    /// The names that no participant may have, because they mean something else in the same place.
    package static let reserved =
        [everyone, "none", "unchanged", "packet", "backend"] + servers + (1...mostSFUs).map { "sfu-\($0)" }
        + Keys.step.names
        + Keys.conditions.names + Keys.network.names
}
