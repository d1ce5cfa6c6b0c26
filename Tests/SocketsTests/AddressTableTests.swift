import Chance
import Testing
import Wire

@testable import Sockets

@Suite struct AddressTableTests {
    @Test(arguments: [UInt64(1), 2, 3])
    func `a table holds what a dictionary holds`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var table = AddressTable<Int>()
        var dictionary: [SocketAddress: Int] = [:]
        for round in 0..<20_000 {
            let address = SocketAddress(
                host: HostAddress(127, 1, 0, UInt8(generator.next() % 20)), port: UInt16(1 + generator.next() % 20))
            let holder = generator.chance(0.5) ? round : nil
            table[address] = holder
            dictionary[address] = holder
            #expect(table[address] == holder)
        }
        #expect(table.all.sorted() == dictionary.values.sorted())
        for (address, holder) in dictionary { #expect(table[address] == holder) }
    }
}
