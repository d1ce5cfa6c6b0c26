import CallLibrary
import Capture
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Stage {
    /// Everything that a user needs to understand why a scenario failed.
    func failure(_ found: ExpectationFailure, replay: String?) -> Verdict.Failure {
        var failure = Verdict.Failure(found.reason)
        let place = found.place ?? found.step?.place
        let file = found.step?.file ?? scenario.file
        failure.step = found.step?.number
        failure.file = file == scenario.file ? nil : file
        failure.line = place?.line
        failure.column = place?.column
        failure.expected = found.expected
        failure.actual = found.actual
        if let place {
            failure.frame = SourceFrame(place: place, label: found.actual, lines: scenario.lines(of: file))?.text
        }
        failure.candidates = found.candidates
        failure.participants = cast.map(sight) + performers.map(\.sight)
        failure.datagrams = lastDatagrams(around: found.participants).map(line)
        failure.replay = replay
        return failure
    }

    /// What the hosts of all datagrams are called.
    var hostNames: [IPAddress: String] {
        var names: [IPAddress: String] = [:]
        for host in Set(record.packets.flatMap { [$0.from.host, $0.to.host] }) {
            names[IPAddress(host)] = name(of: host)
        }
        return names
    }

    private func sight(_ participant: StageParticipant) -> Verdict.Sight {
        var details: [JournalAttribute] = []
        if let call = participant.call {
            details.append(.init("call", .text(call.cId)))
            details.append(.init("stage", .text(call.stage.rawValue)))
            details.append(.init("roster", .list(call.state.values.participants.map { .text($0.userId) })))
        }
        return Verdict.Sight(
            participant: participant.name, callingState: participant.viewModel.callingState.name,
            since: participant.callingStateSince, details: details)
    }

    /// The last datagrams of those who are concerned; of everybody when nobody is named.
    private func lastDatagrams(around names: [String]) -> [RunRecord.Packet] {
        let concerned = record.packets.filter { packet in
            names.isEmpty || names.contains(name(of: packet.from.host)) || names.contains(name(of: packet.to.host))
        }
        return concerned.suffix(Self.shownDatagrams)
    }

    private static let shownDatagrams = 12

    /// One line for people.
    func line(_ packet: RunRecord.Packet) -> String {
        let ends = "\(name(of: packet.from.host)) → \(name(of: packet.to.host))"
        let fate: String
        switch packet.fate {
        case .lost(let reason): fate = "  ✗ lost (\(reason))"
        case .sent, .delayed: fate = "  … under way"
        case .received: fate = ""
        case .corrupted: fate = "  corrupted"
        case .duplicated: fate = "  repeated"
        case .kernelDropped: fate = "  ✗ dropped by the kernel"
        case .undeliverable: fate = "  ✗ nobody there"
        }
        return "#\(packet.number)  \(packet.time)  \(ends)  \(packet.dissection.summary)\(fate)"
    }
}
