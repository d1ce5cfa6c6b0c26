import Signaling
import Timing

// The address of a thumbnail refers to no picture. A thumbnail is set some time after a session has begun. It is kept
// until the next session's thumbnail, or until the call's settings disable thumbnails.
extension CoordinatorMachine {
    /// Schedules the thumbnail of a session that has begun, or whose call has enabled thumbnails.
    func planThumbnail(_ call: CallRecord) {
        guard call.settings.thumbnails.enabled, let session = call.session, session.startedAt != nil,
            session.endedAt == nil
        else { return }
        _ = timers.schedule(.thumbnail(call.cid, session.id), at: now.advanced(by: configuration.egress.thumbnail))
    }

    func takeThumbnail(_ cid: CallCid, _ sessionId: String) {
        guard let call = calls[cid], call.settings.thumbnails.enabled, call.session?.id == sessionId,
            call.session?.endedAt == nil
        else { return }
        let url = "https://\(EgressRun.host)/thumbnails/\(cid.type)/\(cid.id)/\(sessionId).jpg"
        guard call.thumbnail?.imageURL != url else { return }
        call.thumbnail = ThumbnailResponse { $0.imageURL = url }
        call.updatedAt = date
        notifyUpdated(call)
    }

    /// Applies a change of the settings.
    func thumbnailsChanged(_ call: CallRecord, from before: ThumbnailsSettings) {
        guard call.settings.thumbnails != before else { return }
        if call.settings.thumbnails.enabled { planThumbnail(call) } else { call.thumbnail = nil }
    }
}
