internal import Capture
internal import Wire

/// One packet of a capture, and what it turned out to be.
struct InspectedPacket {
    let record: CaptureFile.Record
    /// How many of the packet's bytes the capture kept.
    let keptLength: Int
    /// The datagram; nil when the packet holds none that can be read, for the reason in `problem`.
    let datagram: UDPPacket?
    let problem: DissectionError?
    let kind: PayloadKind
    /// What the datagram says, if it is CoAP.
    var signal: Signal?

    var number: Int { record.number }
    var time: Int64 { record.nanosecondsSince1970 }
}
