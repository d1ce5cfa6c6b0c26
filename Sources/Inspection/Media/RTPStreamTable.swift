internal import Capture

/// All RTP streams of a capture, in the order of their first packets.
struct RTPStreamTable {
    private(set) var streams: [RTPStream] = []
    private var places: [RTPStreamKey: Int] = [:]
    private var lastPlace = -1
    /// Packets of streams beyond those that the table has room for.
    private(set) var untold = 0
    private static let capacity = 100_000

    var isEmpty: Bool { streams.isEmpty }
    var packetCount: Int { streams.reduce(0) { $0 + $1.packets } }

    @inline(__always)
    mutating func add(_ header: RTPHeader, from source: UDPEndpoint, to destination: UDPEndpoint, at time: Int64) {
        let key = RTPStreamKey(source: source, destination: destination, ssrc: header.ssrc)
        // Packets often come in runs of one stream.
        if lastPlace >= 0, streams[lastPlace].key == key {
            streams[lastPlace].add(header, at: time)
        } else if let place = places[key] {
            lastPlace = place
            streams[place].add(header, at: time)
        } else if streams.count < Self.capacity {
            lastPlace = streams.count
            places[key] = lastPlace
            streams.append(RTPStream(key, header, at: time))
        } else {
            untold += 1
        }
    }
}
