/// The participants of a scenario, and the names of groups.
package struct Cast {
    /// The participants by name.
    package private(set) var byName: [String: ParticipantSpec] = [:]
    /// The names, in the order of the file.
    package private(set) var names: [String] = []
    /// The groups with their members, in the order of the file.
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

    /// Returns the participants that a name refers to.
    package func participants(_ name: String) -> [String]? {
        if name == Self.everyone { return names }
        if byName[name] != nil { return [name] }
        return groups.first { $0.name == name }?.members
    }

    /// Returns the users that a name refers to: those of a participant, a group or everyone, or the named user.
    package func users(_ name: String) -> [String]? {
        if name == Self.everyone { return userOfEach }
        return participants(name)?.compactMap { byName[$0]?.user } ?? (isUser.contains(name) ? [name] : nil)
    }

    /// The programs without a participant of the same name, in the order of the file.
    package var programs: [String] = []

    /// Returns the hosts that a name refers to: participants, programs or servers.
    package func hosts(_ name: String) -> [String]? {
        participants(name) ?? (servers.contains(name) || programs.contains(name) ? [name] : nil)
    }

    /// The words that can replace a participant.
    package var participantWords: [String] { names + groups.map(\.name) + [Self.everyone] }

    /// The words that can replace a user.
    package var userWords: [String] { participantWords + users.filter { byName[$0] == nil } }

    /// The number of SFUs.
    package var sfuCount = 1

    /// The servers. `sfu` refers to all SFUs; several SFUs have names of their own too.
    package var servers: [String] { Self.servers + (sfuCount > 1 ? (1...sfuCount).map { "sfu-\($0)" } : []) }

    /// The names of the SFUs in the journal.
    package var edges: [String] { (1...max(1, sfuCount)).map { "sfu-\($0)" } }

    /// The names of servers that exist in every scenario.
    package static let servers = ["coordinator", "sfu"]

    /// Returns the kind of the named server: `coordinator` or `sfu`.
    package static func kind(ofServer name: String) -> String { name.hasPrefix("sfu") ? "sfu" : name }

    /// The names of servers in any scenario.
    package static let everyServer = servers + (1...maxSFUs).map { "sfu-\($0)" }

    /// The maximum number of SFUs.
    package static let maxSFUs = 9

    /// The names that participants cannot have, because they have another meaning in the same place.
    package static let reserved =
        [everyone, "none", "unchanged", "packet", "backend"] + servers + (1...maxSFUs).map { "sfu-\($0)" }
        + Keys.step.names
        + Keys.conditions.names + Keys.network.names
}
