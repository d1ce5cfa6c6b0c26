import Signaling
import Timing

// The address of a thumbnail refers to no picture. A thumbnail is set some time after a session has begun. It is kept
// until the next session's thumbnail, or until the call's settings disable thumbnails.
extension CoordinatorMachine {
    /// Schedules the thumbnail of a session that has begun, or whose call has enabled thumbnails.
    func scheduleThumbnail(_ call: CallRecord) {
        guard call.settings.thumbnails.enabled, let session = call.session, session.startedAt != nil,
            session.endedAt == nil
        else { return }
        cancelThumbnail(call)
        call.thumbnailTimer = timers.schedule(
            .thumbnail(call.cid, session.id), at: now.advanced(by: configuration.egress.thumbnail))
    }

    private func cancelThumbnail(_ call: CallRecord) {
        if let timer = call.thumbnailTimer { timers.cancel(timer) }
        call.thumbnailTimer = nil
    }

    func takeThumbnail(_ cid: CallCid, _ sessionId: String) {
        guard let call = calls[cid], call.session?.id == sessionId else { return }
        call.thumbnailTimer = nil
        guard call.settings.thumbnails.enabled, call.session?.endedAt == nil else { return }
        let url = "https://\(EgressRun.host)/thumbnails/\(cid.type)/\(cid.id)/\(sessionId).jpg"
        guard call.thumbnail?.imageURL != url else { return }
        call.thumbnail = ThumbnailResponse { $0.imageURL = url }
        call.updatedAt = date
        notifyUpdated(call)
    }

    /// Applies a change of the settings.
    func thumbnailsChanged(_ call: CallRecord, from before: ThumbnailsSettings) {
        guard call.settings.thumbnails != before else { return }
        cancelThumbnail(call)
        if call.settings.thumbnails.enabled { scheduleThumbnail(call) } else { call.thumbnail = nil }
    }
}
