import Signaling
import Timing

// There is no picture behind the address, only its life: one is taken a while after a session has begun, and stands for
// the call until the next session's is there, or until the call wants none any more.
extension CoordinatorMachine {
    /// A session has begun, or its call wants pictures from now on.
    mutating func planThumbnail(_ cid: CallCid) {
        let isWanted = calls.inPlace(cid) { $0.settings.thumbnails.enabled } ?? false
        guard isWanted, let session = calls[cid]?.session, session.startedAt != nil, session.endedAt == nil
        else { return }
        _ = timers.schedule(.thumbnail(cid, session.id), at: now.advanced(by: configuration.egress.thumbnail))
    }

    mutating func takeThumbnail(_ cid: CallCid, _ sessionId: String) {
        guard let call = calls[cid], call.settings.thumbnails.enabled, call.session?.id == sessionId,
            call.session?.endedAt == nil
        else { return }
        let url = "https://\(EgressRun.host)/thumbnails/\(cid.type)/\(cid.id)/\(sessionId).jpg"
        guard call.thumbnail?.imageURL != url else { return }
        calls[cid]?.thumbnail = ThumbnailResponse { $0.imageURL = url }
        calls[cid]?.updatedAt = date
        tellUpdated(cid)
    }

    /// The settings of a call have changed.
    mutating func thumbnailsChanged(_ cid: CallCid, from before: ThumbnailsSettings) {
        guard let settings = calls[cid]?.settings.thumbnails, settings != before else { return }
        if settings.enabled { planThumbnail(cid) } else { calls[cid]?.thumbnail = nil }
    }
}
