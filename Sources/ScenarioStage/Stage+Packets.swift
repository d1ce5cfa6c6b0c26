import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

extension Stage {
    /// Returns the failure of an expectation on packets; nil when it holds.
    func failure(of expectation: PacketExpectation, _ step: Step) -> ExpectationFailure? {
        let filter = expectation.filter
        let count = count(filter)
        guard !expectation.count.isMet(by: .integer(Int64(count))) else { return nil }
        return ExpectationFailure(
            reason: "the packets were not as expected", place: expectation.place, step: step,
            expected: "packets with \(filter): \(expectation.count)", actual: "\(count)",
            participants: participants(in: filter), candidates: { [self] in candidates(filter) })
    }

    /// Returns the participants that a filter names.
    func participants(in filter: PacketFilter) -> [String] {
        [filter.from, filter.to].flatMap { end in
            if case .participants(let participants)? = end { participants } else { [String]() }
        }
    }

    private func count(_ filter: PacketFilter) -> Int {
        let kinds = filter.protocols
        let others = kinds == [.rtp] ? 0 : record.packets.count { matches($0, filter) }
        guard kinds.contains(.rtp) else { return others }
        guard filter.isAnsweredByCounts else { return others + record.mediaPackets.count { matches($0, filter) } }
        let size = filter.fields.first { $0.spec == .size }?.comparison
        return others
            + record.media.count {
                matches($0, $1, filter)
            } size: { count in
                size?.isMet(by: .integer(Int64(count))) ?? true
            }
    }

    /// Returns true when an RTP packet matches; it need not be among the record's packets.
    func matches(_ datagram: DatagramRecord, _ filter: PacketFilter) -> Bool {
        matches(record.mediaPacket(datagram), filter)
    }

    /// Returns true when a packet matches.
    func matches(_ packet: RunRecord.Packet, _ filter: PacketFilter) -> Bool {
        mismatch(packet, filter, limit: 1).count == 0
    }

    private func candidates(_ filter: PacketFilter) -> [String] {
        Mismatch.nearest(
            record.packets + record.mediaPackets, mismatch: { mismatch($0, filter, limit: 2) }, line: line)
    }
}

extension Stage {
    /// Journals the number of packets that each participant has received of each track.
    func recordTracks() {
        for performer in performers {
            for row in performer.trackRows { record.log(performer.name, "track", row) }
        }
    }
}
