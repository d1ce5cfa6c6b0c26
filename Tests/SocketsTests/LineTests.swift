import Testing

@testable import Sockets

@Suite struct LineTests {
    @Test func `elements leave in the order of their coming`() {
        var line = Line<Int>()
        var left: [Int] = []
        for number in 0..<5000 {
            line.append(number)
            if number % 3 != 0, let first = line.popFirst() { left.append(first) }
        }
        #expect(line.count == 5000 - left.count)
        while let first = line.popFirst() { left.append(first) }
        #expect(left == Array(0..<5000))
        #expect(line.isEmpty && line.popFirst() == nil)
    }

    @Test func `a place is counted from the first that stands there now`() {
        var line = Line<String>()
        for name in ["a", "b", "c"] { line.append(name) }
        #expect(line.popFirst() == "a")
        #expect(line.firstIndex { $0 == "c" } == 1)
        #expect(line.firstIndex { $0 == "a" } == nil)
        #expect(line.firstIndex(behind: 1) { $0 == "b" } == nil)
    }

    @Test(arguments: 0..<8) func `some are let in and sent away in the middle`(beginning: Int) {
        var line = Line<Int>()
        // The ring's beginning has moved on.
        for number in 0..<beginning {
            line.append(number)
            #expect(line.popFirst() == number)
        }
        for number in 0..<6 { line.append(number) }
        #expect(line.popFirst() == 0)
        line.insert(9, behind: 1)
        #expect(line.remove(2..<4) == [2, 3])
        #expect(line[1] == 9 && line.count == 4 && line[4] == nil)
        var left: [Int] = []
        while let first = line.popFirst() { left.append(first) }
        #expect(left == [1, 9, 4, 5])
    }
}
