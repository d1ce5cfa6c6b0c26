import Wire
import YAML

/// Reads the programs of a scenario. Names of addresses in them are replaced when the run begins.
struct ProgramReader: NodeReader {
    let reading: FileReading

    private static let most = 50

    func read(_ node: YAMLNode) -> [ProgramSpec] {
        let example = "programs: {proxy: {command: [kamailio, -DD, -E]}}"
        let pairs = pairs(node, of: "programs", isEmpty: "names no program", example: example) ?? []
        guard pairs.count <= Self.most else {
            report("a scenario can have at most \(Self.most) programs", at: Place(node))
            return []
        }
        let names = pairs.map(\.name)
        let programs = pairs.compactMap { program($0, among: names) }
        checkAddresses(programs)
        return programs
    }

    private func program(_ pair: YAMLNode.Pair, among names: [String]) -> ProgramSpec? {
        let example = "\(pair.name): {command: [baresip, -f, .]}"
        guard let name = hostName(pair.key, kind: "a program"),
            let pairs = pairs(pair.value, what: "a program", example: example)
        else { return nil }
        let fields = fields(pairs, of: .program, at: Place(pair.key))
        var spec = ProgramSpec(
            name: name, command: fields["command"].flatMap { command($0, among: names) } ?? [],
            scenarioFolder: reading.folder, place: Place(pair.key))
        spec.files = fields["files"].flatMap { files($0, among: names) } ?? .none
        if case .folder = spec.files { spec.folderPlace = fields["files"].map { Place($0) } }
        spec.address = fields["address"].flatMap { address($0) }
        if let node = fields["ready"] { readiness(node, of: &spec) }
        spec.mayEnd = fields["mayEnd"].flatMap { boolean($0) } ?? false
        return spec
    }

    private func command(_ node: YAMLNode, among names: [String]) -> [Template]? {
        guard let items = node.items, !items.isEmpty else {
            report(
                "`command` is a list of a program and its arguments", at: Place(node),
                suggestion: "write `command: [baresip, -f, .]`")
            return nil
        }
        let words = items.compactMap { template($0, among: names) }
        guard words.count == items.count else { return nil }
        guard words.first?.pieces.isEmpty == false else {
            report("a program without a name cannot be started", at: Place(node))
            return nil
        }
        return words
    }

    // MARK: Files

    private func files(_ node: YAMLNode, among names: [String]) -> ProgramSpec.Files? {
        guard let pairs = node.pairs else {
            let example = "name a folder beside the scenario, like `files: phone`"
            return fileName(node, folder: "scenario's folder", isInside: true, example: example).map { .folder($0) }
        }
        let files = pairs.compactMap { pair -> ProgramSpec.File? in
            guard let name = identifier(pair.key, kind: "the name of a file"),
                let text = template(pair.value, among: names)
            else { return nil }
            return ProgramSpec.File(name: name, text: text)
        }
        return .texts(files)
    }

    /// Returns a text with the values of the scenario's variables; names of programs are unchanged.
    private func template(_ node: YAMLNode, among names: [String]) -> Template? {
        guard let text = programText(node) else { return nil }
        do throws(Template.Flaw) {
            let pieces = try Template(text, isName: ProgramSpec.isName).pieces
            let replaced = pieces.compactMap { piece(of: $0, in: node, among: names) }
            return replaced.count == pieces.count ? Template(replaced) : nil
        } catch {
            report(
                "`${` without the name of a program's value and `}`", at: Place(node),
                suggestion: "write it like `${host}`; `$${` stands for `${` itself")
            return nil
        }
    }

    private func piece(of piece: Template.Piece, in node: YAMLNode, among names: [String]) -> Template.Piece? {
        guard case .name(let name) = piece else { return piece }
        let known = ProgramSpec.ownNames + names.map { $0 + ProgramSpec.hostSuffix }
        if known.contains(name) { return piece }
        let scope = reading.context.scope
        if let text = scope[name]?.node.scalar?.text {
            reading.usedNames.insert(name)
            return .text(text)
        }
        report(
            "`${\(name)}` is neither a variable nor a value of a program", at: Place(node),
            suggestion: Spelling.suggestion(for: name, in: known + scope.names))
        return nil
    }

    // MARK: Addresses and signs

    private func address(_ node: YAMLNode) -> HostAddress? {
        guard let text = text(node) else { return nil }
        let address = HostAddress(text)
        if let address, let first = address.octets.first, (1...223).contains(first), first != 127 { return address }
        report(
            "\(text.quoted) is not an address that a host can have", at: Place(node),
            suggestion: "write an IPv4 address such as `10.0.0.20`")
        return nil
    }

    private func checkAddresses(_ programs: [ProgramSpec]) {
        var owners: [HostAddress: ProgramSpec] = [:]
        for program in programs {
            guard let address = program.address, let other = owners.updateValue(program, forKey: address) else {
                continue
            }
            report(
                "two programs have the address \(address)", at: program.place,
                related: [(other.place, "the first one is here")])
        }
    }

    private func readiness(_ node: YAMLNode, of spec: inout ProgramSpec) {
        let example = "ready: {udp: 5060, within: 5s}"
        guard let pairs = pairs(node, what: "`ready`", example: example) else { return }
        let known = reading.problems.count
        let fields = fields(pairs, of: .readiness, at: Place(node))
        if let within = fields["within"].flatMap({ duration($0) }) { spec.readyTimeout = within }
        let port = { (name: String) in
            fields[name].flatMap { self.number($0, in: 1...65_535) }.map { UInt16(clamping: $0) }
        }
        let signs = [
            port("udp").map { ProgramSpec.Readiness.udp($0) }, port("tcp").map { .tcp($0) },
            fields["line"].flatMap { line($0, kind: "a part of a line") }.map { .line($0) },
        ].compactMap(\.self)
        spec.readiness = signs.first
        // A misspelt or invalid sign is not also reported as missing.
        if signs.count != 1, reading.problems.count == known {
            report(
                "`ready` names one of udp, tcp and line", at: Place(node), suggestion: "write it like `\(example)`")
        }
    }
}

extension Keys {
    /// The keys of a program.
    package static let program = Keys(
        "a program",
        [
            (
                "command", "the program and its arguments, as a list; it is started in a folder of its own",
                "command: [kamailio, -DD, -E]"
            ),
            ("files", "a folder beside the scenario, or texts by the names of their files, written for it", nil),
            ("address", "its IPv4 address; by default the next one of 10.0.0.0/24", nil),
            ("ready", "the condition for readiness; the scenario begins after it", nil),
            ("mayEnd", "true when it may end with status 0 before the run does; default false", nil),
        ])
    /// The keys of a program's `ready`.
    package static let readiness = Keys(
        "`ready`",
        [
            ("udp", "a port of a UDP socket", nil),
            ("tcp", "a port at which it listens", nil),
            ("line", "a part of a line of its output", nil),
            ("within", "the time limit; default 10s", nil),
        ])
}
