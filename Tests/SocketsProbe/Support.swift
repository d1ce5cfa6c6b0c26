import Chance
import Loop
import Probing
import Sockets
import Wire

let alice = HostAddress(127, 200, 0, 1)
let bob = HostAddress(127, 200, 0, 2)

@MainActor
func network(seed: UInt64 = 1) -> Network {
    Network(randomStream: RandomStream(seed: seed))
}

extension Network {
    /// Prints every datagram's fate with its number and the first byte of its payload.
    func announceAll() {
        onDatagram = { record in
            let number = record.number.map(String.init) ?? "-"
            say("\(number) \(record.from.host) > \(record.to.host) [\(record.bytes.first ?? 0)] \(record.fate)")
        }
    }
}

extension DatagramSocket {
    /// Prints what arrives.
    func announce(_ name: String) {
        onDatagram = { bytes, from in say("\(name) got \(bytes) from \(from.host)") }
    }
}
