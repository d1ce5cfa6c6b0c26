import YAML

extension ScenarioReader {
    /// A command: the first key says who, its value what, the other keys with what.
    mutating func command(_ pairs: [YAMLNode.Pair]) -> Step.Action? {
        guard let first = pairs.first, let name = commandName(first) else { return nil }
        let subject = participants(named: first.name, in: first.key)
        let known = problems.all.count
        let rest = Array(pairs.dropFirst())
        let arguments = arguments(rest, of: name.rawValue, name.row, at: first.value)
        let outcome = outcome(rest, of: name, who: first.name)
        guard problems.all.count == known, let command = Command(name, arguments) else { return nil }
        if let subject { checkCallees(of: command, by: subject, in: rest) }
        return subject.map { .command(CommandCall(participants: $0, command: command, outcome: outcome)) }
    }

    private mutating func commandName(_ pair: YAMLNode.Pair) -> CommandName? {
        let isSubject = pair.name.contains(",") || cast?.participants(pair.name) != nil
        if Keys.step.contains(pair.name) {
            let partner = pair.name == "for" ? "`always`" : "`expect` or `packets`"
            report("`\(pair.name)` needs \(partner) beside it", at: Place(pair.key))
            return nil
        }
        let text = pair.value.scalar?.text
        if cast != nil, !isSubject, text == nil || CommandName(rawValue: text ?? "") == nil {
            let cast = cast
            report(
                "\(pair.name.quoted) is neither a participant nor a kind of step", at: Place(pair.key),
                suggestion: Spelling.suggestion(for: pair.name, in: (cast?.participantWords ?? []) + Keys.step.names))
            return nil
        }
        guard let text = scalar(pair.value, expecting: "a command, such as accept")?.text else { return nil }
        if let name = CommandName(rawValue: text) { return name }
        let all = CommandName.allCases.map(\.rawValue)
        report(
            "there is no command \(text.quoted)", at: Place(pair.value),
            suggestion: CommandName.meant(by: text).map { "did you mean `\($0)`?" }
                ?? Spelling.suggestion(for: text, in: all))
        return nil
    }

    /// Nobody rings only themselves.
    private mutating func checkCallees(of command: Command, by subject: [String], in pairs: [YAMLNode.Pair]) {
        guard let cast, let start = command.ringing else { return }
        let lonely = subject.first { name in start.members.allSatisfy { $0 == cast.byName[name]?.user } }
        let node = pairs.first { $0.name == "members" }?.value
        guard let lonely, let node else { return }
        let other = cast.users.first { $0 != cast.byName[lonely]?.user }
        report(
            start.members.isEmpty ? "\(lonely.quoted) rings nobody" : "\(lonely.quoted) rings nobody but itself",
            at: Place(node), suggestion: other.map { "name somebody else, such as `[\($0)]`" })
    }
}

extension ScenarioReader {
    /// How the command must end.
    private mutating func outcome(
        _ pairs: [YAMLNode.Pair], of name: CommandName, who: String
    ) -> CommandCall.Outcome? {
        let stated = pairs.filter { Keys.outcome.contains($0.name) }
        guard let first = stated.first else { return nil }
        guard name.row.canThrow else {
            let path = "\(who).error"
            report(
                "`\(name.rawValue)` is a command of the view model, which throws nothing: `\(first.name)` has no place",
                at: Place(first.key), suggestion: "expect `\(path)` in a later step")
            return nil
        }
        func node(_ key: String) -> YAMLNode? { stated.first { $0.name == key }?.value }
        let within = node("within").flatMap { duration($0) }
        guard let error = node("throws") else {
            let orphan = stated.first { $0.name != "within" }
            if let orphan { report("`\(orphan.name)` needs `throws` beside it", at: Place(orphan.key)) }
            return CommandCall.Outcome(thrown: nil, within: within)
        }
        let underlying = node("underlying").flatMap { text($0) }
        let code = node("code").flatMap { word($0, of: .statuses) }
        let thrown = word(error, of: errors)
        return CommandCall.Outcome(
            thrown: thrown.map { CommandCall.Thrown(error: $0, underlying: underlying, code: code) }, within: within)
    }
}

extension CommandName {
    /// The command that a text is, lacks only `call.` to be, or is near to.
    static func meant(by text: String) -> String? {
        let all = allCases.map(\.rawValue)
        return all.first { $0 == text } ?? all.first { $0 == "call.\(text)" } ?? Spelling.nearest(to: text, in: all)
    }
}

extension Command {
    /// The call that the command rings, when it rings members that it names.
    fileprivate var ringing: CallStart? {
        switch self {
        case .ring(let start), .joinAndRing(let start): start
        case .callCreate(let start, let ring, _): ring ? start : nil
        default: nil
        }
    }

    /// The command of a name; nil when an argument is missing that it needs.
    fileprivate init?(_ name: CommandName, _ arguments: Arguments) {
        let call = arguments.call
        switch name {
        case .ring, .startCall, .joinAndRing, .callCreate, .join, .enterLobby, .callGet:
            guard let start = arguments.start else { return nil }
            self.init(name, starting: start, arguments)
        case .accept: self = .accept(call)
        case .reject: self = .reject(call)
        case .hangUp: self = .hangUp(reason: arguments.reason)
        case .callRing: self = .callRing(call, members: arguments.members, video: arguments.video)
        case .callJoin:
            self = .callJoin(
                call, create: arguments.create, ring: arguments.ring, notify: arguments.notify,
                interceptor: arguments.interceptor)
        case .callAccept: self = .callAccept(call)
        case .callReject: self = .callReject(call, reason: arguments.reason)
        case .callLeave: self = .callLeave(call, reason: arguments.reason)
        case .callEnd: self = .callEnd(call)
        case .callSendCustomEvent: self = .callSendCustomEvent(call, custom: arguments.custom)
        case .connect: self = .connect
        case .disconnect: self = .disconnect
        case .callSort: self = .callSort(call, by: arguments.by)
        case .callPinHere, .callUnpinHere, .callShowTrack, .callHideTrack:
            guard let wish = ViewWish(name), let user = arguments.participant else { return nil }
            self = .callView(call, wish, user: user)
        case .toggleMicrophone: self = .toggle(.microphone)
        case .toggleCamera: self = .toggle(.camera)
        case .toggleCameraPosition: self = .toggle(.cameraPosition)
        case .toggleSpeaker: self = .toggle(.speaker)
        case .toggleAudioOutput: self = .toggle(.audioOutput)
        }
    }

    private init?(_ name: CommandName, starting start: CallStart, _ arguments: Arguments) {
        switch name {
        case .ring: self = .ring(start)
        case .startCall: self = .startCall(start)
        case .joinAndRing: self = .joinAndRing(start)
        case .callCreate: self = .callCreate(start, ring: arguments.ring, notify: arguments.notify)
        case .join: self = .join(start.call)
        case .enterLobby: self = .enterLobby(start.call, members: start.members)
        case .callGet: self = .callGet(start.call)
        default: return nil
        }
    }
}

extension ViewWish {
    fileprivate init?(_ name: CommandName) {
        switch name {
        case .callPinHere: self = .pinHere
        case .callUnpinHere: self = .unpinHere
        case .callShowTrack: self = .showTrack
        case .callHideTrack: self = .hideTrack
        default: return nil
        }
    }
}
