import CallCore
import Signaling
import Timing

// The client's media statistics, shown as `statsReport` and sent to the SFU.
extension Call {
    /// Collects statistics at the coordinator's interval, and sends them if the SFU requests them.
    func renewStatistics() {
        let (values, date) = (state.values, client.environment.scheduler.date)
        guard let media else { return }
        if let last = values.statsReport?.timestamp, last.duration(to: date) < values.statsCollectionInterval { return }
        let report = CallStatsReport(
            publisher: media.publisherStats, subscriber: media.subscriberStats, datacenter: sfu?.name ?? "", at: date)
        updateState { $0.statsReport = report }
        sendStatistics()
    }

    /// Sends the current statistics to the SFU. The last report is sent at the end of the session.
    func sendStatistics() {
        guard state.values.reportsStatistics, state.values.statsReport != nil, connection != nil, let media,
            let sfu, sfu.isListening
        else { return }
        Task { @MainActor [client, publisher = media.publisherStats, subscriber = media.subscriberStats] in
            do {
                try await sfu.sendStats(publisher, subscriber)
            } catch {
                // No other state depends on statistics, and the next report includes these counts.
                client.environment.trace(.mark(name: "call.statistics.failed", details: [("error", "\(error)")]))
            }
        }
    }
}
