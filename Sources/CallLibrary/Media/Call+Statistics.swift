import CallCore
import Signaling
import Timing

// What a client counts of its media: shown as `statsReport`, and told to the SFU.
extension Call {
    /// Counts as often as the coordinator asks for it, and tells the SFU if it wants to know.
    func renewStatistics() {
        let (values, date) = (state.values, client.environment.scheduler.date)
        guard let media else { return }
        if let last = values.statsReport?.timestamp, last.duration(to: date) < values.statsCollectionInterval { return }
        let report = CallStatsReport(
            publisher: media.publisherStats, subscriber: media.subscriberStats, datacenter: sfu?.name ?? "", at: date)
        updateState { $0.statsReport = report }
        tellStatistics()
    }

    /// Tells the SFU what was counted up to now; also when a stay is about to end, for these are the figures that last.
    func tellStatistics() {
        guard state.values.reportsStatistics, state.values.statsReport != nil, connection != nil, let media,
            let sfu, sfu.isListening
        else { return }
        Task { @MainActor [client, publisher = media.publisherStats, subscriber = media.subscriberStats] in
            do {
                try await sfu.sendStats(publisher, subscriber)
            } catch {
                // Nothing depends on figures, and the next ones hold all that these did.
                client.environment.trace(.mark(name: "call.statistics.failed", details: [("error", "\(error)")]))
            }
        }
    }
}
