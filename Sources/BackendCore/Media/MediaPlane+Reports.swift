import Signaling
import Timing
import Wire

// RTCP in both directions (RFC 3550 section 6).
extension MediaPlane {
    mutating func receiveRTCP(_ datagram: [UInt8], from peer: SocketAddress, at now: Instant) -> Reception {
        guard pathsAt[peer] != nil else { return .dropped(.unknownAddress, nil) }
        let packets: [RTCP.Packet]
        do throws(RTCPError) {
            packets = try RTCP.packets(decoding: datagram)
        } catch {
            return .dropped(.malformedRTCP, nil)
        }
        guard let slot = paths.firstIndex(where: { $0?.address == peer && $0?.hasConsent(at: now) == true }) else {
            return .dropped(.withoutConsent, nil)
        }
        paths[slot]?.reports?.count(byteCount: datagram.count)
        var outputs: [Output] = []
        for packet in packets {
            switch packet {
            case .senderReport(let report):
                outputs += forward(report, from: peer, at: now)
                take(report.reports, from: peer, &outputs)
            case .receiverReport(_, let reports): take(reports, from: peer, &outputs)
            case .bye(let sources, _): forwardBye(of: sources, from: peer, at: now, &outputs)
            case .sourceDescription, .other: break
            }
        }
        return outputs.isEmpty ? .taken : .outputs(outputs)
    }

    /// Forwards a publisher's report to the receivers of the track, without its blocks about other tracks.
    private mutating func forward(
        _ report: RTCP.SenderReport, from peer: SocketAddress, at now: Instant
    ) -> [Output] {
        guard let index = trackOfSource[SourceKey(address: peer, ssrc: report.ssrc)], let track = tracks[index] else {
            return []
        }
        tracks[index]?.receiveSenderReport(ntp: report.ntp, at: now)
        var own = report
        own.reports = []
        return send([.senderReport(own), description(of: track)], toReceiversOf: track, at: now)
    }

    private func description(of track: ForwardedTrack) -> RTCP.Packet {
        let name = RTCP.Item(type: RTCP.Item.cname, text: String(track.name.sessionId.prefix(60)))
        return .sourceDescription([RTCP.Chunk(ssrc: track.ssrc, items: [name])])
    }

    private func forwardBye(
        of sources: [UInt32], from peer: SocketAddress, at now: Instant, _ outputs: inout [Output]
    ) {
        for source in sources {
            guard let index = trackOfSource[SourceKey(address: peer, ssrc: source)], let track = tracks[index] else {
                continue
            }
            let packets: [RTCP.Packet] = [
                .receiverReport(ssrc: track.ssrc, []), description(of: track), .bye([track.ssrc], reason: nil),
            ]
            outputs += send(packets, toReceiversOf: track, at: now)
        }
    }

    private func send(
        _ packets: [RTCP.Packet], toReceiversOf track: ForwardedTrack, at now: Instant
    ) -> [Output] {
        guard let bytes = RTCP.encoded(packets) else { return [] }
        return track.receivers.compactMap { slot in
            guard let path = paths[slot], path.hasConsent(at: now) else { return nil }
            return path.address.map { .send(bytes, to: $0) }
        }
    }

    // MARK: Reports of receivers

    /// Sets the loss on the way to a receiver: the reported loss minus the loss on the way to this SFU in the
    /// same interval.
    private mutating func take(_ reports: [RTCP.ReportBlock], from peer: SocketAddress, _ outputs: inout [Output]) {
        var shares: [Int: (sum: Double, count: Int)] = [:]
        for report in reports {
            guard let (index, slot) = reception(of: report.ssrc, at: peer),
                let lostUp = tracks[index]?.fractionLost(sinceReportOf: slot, highest: report.extendedHighest)
            else { continue }
            let share = max(0, Double(report.fractionLost) / 256 - lostUp)
            let before = shares[slot] ?? (0, 0)
            shares[slot] = (before.sum + share, before.count + 1)
        }
        for (slot, share) in shares.sorted(by: { $0.key < $1.key }) {
            paths[slot]?.lossDown = share.sum / Double(share.count)
            judge(slot, &outputs)
        }
    }

    /// Returns the track with an SSRC that is forwarded to an address, and the path to the address. Tracks of two calls
    /// may have the same SSRC.
    private func reception(of ssrc: UInt32, at peer: SocketAddress) -> (track: Int, path: Int)? {
        for index in tracks.indices {
            guard let track = tracks[index], track.ssrc == ssrc else { continue }
            if let slot = track.receivers.first(where: { paths[$0]?.address == peer }) { return (index, slot) }
        }
        return nil
    }

    /// Reports a changed connection quality.
    private mutating func judge(_ slot: Int, _ outputs: inout [Output]) {
        guard let path = paths[slot] else { return }
        let loss = max(path.lossUp, path.lossDown)
        let quality: ConnectionQuality = loss < 0.02 ? .excellent : loss < 0.1 ? .good : .poor
        guard path.quality != quality else { return }
        paths[slot]?.quality = quality
        outputs.append(.quality(sessionId: path.sessionId, quality))
    }

    // MARK: The SFU's own reports

    mutating func startReports(of slot: Int, at now: Instant) {
        guard paths[slot]?.reports == nil else { return }
        let schedule = RTCP.Schedule(at: now, &generator)
        paths[slot]?.reports = schedule
        _ = reportTimers.schedule(slot, at: schedule.deadline)
    }

    /// Sends a client the reception report of its tracks.
    mutating func report(_ slot: Int, at now: Instant, _ outputs: inout [Output]) {
        guard var schedule = paths[slot]?.reports else { return }
        guard schedule.deadline <= now else { return }
        schedule.setMembers(2, senders: paths[slot]?.published.isEmpty == true ? 0 : 1, isSender: false, at: now)
        let isDue = schedule.fire(at: now, &generator)
        if isDue, let bytes = compound(for: slot, at: now) {
            schedule.count(byteCount: bytes.count)
            if let path = paths[slot], path.hasConsent(at: now), let address = path.address {
                outputs.append(.send(bytes, to: address))
            }
            judge(slot, &outputs)
        }
        paths[slot]?.reports = schedule
        _ = reportTimers.schedule(slot, at: schedule.deadline)
    }

    private mutating func compound(for slot: Int, at now: Instant) -> [UInt8]? {
        // A track of another SFU without a receiver here is not reported.
        let published = paths[slot]?.published ?? []
        let isWanted = paths[slot]?.isTrunk != true || published.contains { tracks[$0]?.receivers.isEmpty == false }
        guard isWanted else { return nil }
        var blocks: [RTCP.ReportBlock] = []
        var worst = 0.0
        for index in published.prefix(31) {
            guard let block = tracks[index]?.report(at: now), let track = tracks[index] else { continue }
            if !track.isMuted { worst = max(worst, track.fractionLost) }
            // A report is about sources from which packets have arrived (RFC 3550 section 6.4.1).
            if track.hasArrived { blocks.append(block) }
        }
        paths[slot]?.lossUp = worst
        let name = RTCP.Item(type: RTCP.Item.cname, text: "sfu")
        return RTCP.encoded([
            .receiverReport(ssrc: ssrc, blocks), .sourceDescription([RTCP.Chunk(ssrc: ssrc, items: [name])]),
        ])
    }

    // MARK: Time

    var nextWake: Instant? {
        guard let nextWindow else { return reportTimers.nextDeadline }
        return reportTimers.nextDeadline.map { min($0, nextWindow) } ?? nextWindow
    }

    mutating func wake(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        while let due = reportTimers.popDue(at: now) { report(due.element, at: now, &outputs) }
        if let nextWindow, nextWindow <= now { closeWindow(at: now, &outputs) }
        return outputs
    }

    /// Measures all voices and reports the changed ones.
    private mutating func closeWindow(at now: Instant, _ outputs: inout [Output]) {
        windowCount += 1
        let reportsLevels = windowCount % Self.windowsBetweenLevels == 0
        var voices: [CallCid: [(sessionId: String, meter: LevelMeter)]] = [:]
        var remote: Set<String> = []
        var levels = silenced
        silenced = [:]
        for index in tracks.indices where tracks[index]?.isVoice == true {
            let hasTurned = tracks[index]?.meter.closeWindow() ?? false
            guard let track = tracks[index] else { continue }
            voices[track.cid, default: []].append((track.name.sessionId, track.meter))
            if paths[track.path]?.isTrunk == true { remote.insert(track.name.sessionId) }
            guard hasTurned || (reportsLevels && track.meter.level != track.reportedLevel) else { continue }
            tracks[index]?.reportedLevel = track.meter.level
            levels[track.cid, default: []].append(
                Voice(
                    sessionId: track.name.sessionId, level: track.meter.level, isSpeaking: track.meter.isSpeaking))
        }
        for cid in levels.keys.sorted() { outputs.append(.voices(cid, levels[cid] ?? [])) }
        for cid in voices.keys.sorted() {
            let hasChanged = speakers[cid, default: DominantSpeaker()].update(voices[cid] ?? [], remote: remote)
            if hasChanged, let id = speakers[cid]?.sessionId {
                outputs.append(.dominates(cid, sessionId: id))
            }
        }
        nextWindow = voices.isEmpty ? nil : now.advanced(by: Self.window)
    }
}
