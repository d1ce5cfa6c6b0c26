import Testing
import Timing

@Suite
struct TimerQueueTests {
    @Test
    func `an empty queue has nothing to give`() {
        var queue = TimerQueue<Int>()
        #expect(queue.isEmpty)
        #expect(queue.nextDeadline == nil)
        let due = queue.popDue(at: .distantFuture)
        #expect(due == nil)
    }

    @Test
    func `entries fall due in the order of their deadlines`() {
        var queue = TimerQueue<String>()
        _ = queue.schedule("late", at: instant(30))
        _ = queue.schedule("early", at: instant(10))
        _ = queue.schedule("between", at: instant(20))
        #expect(queue.nextDeadline == instant(10))
        #expect(queue.inOrder.map(\.element) == ["early", "between", "late"])
        #expect(drained(&queue, at: instant(30)) == ["early", "between", "late"])
    }

    @Test
    func `entries with one deadline fall due in the order of scheduling`() {
        var queue = TimerQueue<Int>()
        for number in 0..<1000 { _ = queue.schedule(number, at: instant(number % 2)) }
        let expected = Array(stride(from: 0, to: 1000, by: 2)) + Array(stride(from: 1, to: 1000, by: 2))
        #expect(queue.inOrder.map(\.element) == expected)
        #expect(drained(&queue, at: instant(1)) == expected)
    }

    @Test
    func `an entry scheduled while others fall due stands behind those with its deadline`() {
        var queue = TimerQueue<Int>()
        _ = queue.schedule(1, at: instant(5))
        _ = queue.schedule(2, at: instant(5))
        let first = queue.popDue(at: instant(5))
        _ = queue.schedule(3, at: instant(5))
        _ = queue.schedule(4, at: instant(4))
        #expect(first?.element == 1)
        #expect(drained(&queue, at: instant(5)) == [4, 2, 3])
    }

    @Test
    func `nothing falls due before its deadline`() {
        var queue = TimerQueue<Int>()
        _ = queue.schedule(1, at: instant(5))
        let before = queue.popDue(at: instant(4))
        #expect(before == nil)
        let due = queue.popDue(at: instant(5))
        #expect(due?.deadline == instant(5))
        #expect(due?.element == 1)
        #expect(queue.isEmpty)
    }

    @Test
    func `a cancelled entry never falls due, and is not the next`() {
        var queue = TimerQueue<Int>()
        let ids = (0..<5).map { queue.schedule($0, at: instant($0)) }
        let first = queue.cancel(ids[0])
        let middle = queue.cancel(ids[2])
        #expect(first == 0)
        #expect(middle == 2)
        #expect(queue.count == 3)
        #expect(queue.nextDeadline == instant(1))
        #expect(drained(&queue, at: .distantFuture) == [1, 3, 4])
        #expect(queue.nextDeadline == nil)
    }

    @Test
    func `cancelling a fired or cancelled timer changes nothing`() {
        var queue = TimerQueue<Int>()
        let gone = queue.schedule(1, at: instant(1))
        _ = queue.popDue(at: instant(1))
        let next = queue.schedule(2, at: instant(1))
        let late = queue.cancel(gone)
        #expect(late == nil)
        #expect(queue.count == 1)
        let first = queue.cancel(next)
        let second = queue.cancel(next)
        #expect(first == 2)
        #expect(second == nil)
        #expect(queue.isEmpty)
        #expect(queue.nextDeadline == nil)
    }

    @Test
    func `a copy of a queue is a queue of its own`() {
        var queue = TimerQueue<Int>()
        let id = queue.schedule(1, at: instant(1))
        var copy = queue
        queue.cancel(id)
        #expect(queue.isEmpty)
        #expect(drained(&copy, at: instant(1)) == [1])
    }

    @Test
    func `the ends of the range are deadlines like others`() {
        var queue = TimerQueue<Int>()
        _ = queue.schedule(2, at: .distantFuture)
        _ = queue.schedule(1, at: Instant(nanoseconds: .min))
        #expect(drained(&queue, at: .start) == [1])
        #expect(drained(&queue, at: .distantFuture) == [2])
    }
}

@Suite
struct CrowdedTimerQueueTests {
    @Test
    func `tens of thousands of entries come out in order`() {
        var queue = TimerQueue<Int>()
        // 7919 is prime to 50,000, so this visits every place once.
        for number in 0..<50_000 { _ = queue.schedule(number, at: instant(number * 7919 % 50_000 / 3)) }
        #expect(queue.count == 50_000)
        let expected = (0..<50_000).sorted { ($0 * 7919 % 50_000 / 3, $0) < ($1 * 7919 % 50_000 / 3, $1) }
        #expect(drained(&queue, at: .distantFuture) == expected)
    }

    @Test
    func `tens of thousands of entries are cancelled, first, last and in between`() {
        var queue = TimerQueue<Int>()
        let ids = (0..<50_000).map { queue.schedule($0, at: instant($0 / 10)) }
        for number in 0..<50_000 where number % 100 != 42 { queue.cancel(ids[number]) }
        #expect(queue.count == 500)
        #expect(queue.nextDeadline == instant(4))
        #expect(drained(&queue, at: .distantFuture) == Array(stride(from: 42, to: 50_000, by: 100)))
    }

    @Test
    func `a timer that is armed again a million times fires once`() {
        var queue = TimerQueue<Int>()
        _ = queue.schedule(-1, at: instant(2_000_000))
        var id = queue.schedule(0, at: instant(1))
        for number in 1..<1_000_000 {
            queue.cancel(id)
            id = queue.schedule(number, at: instant(number))
        }
        #expect(queue.count == 2)
        #expect(drained(&queue, at: .distantFuture) == [999_999, -1])
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `random operations give the results of a sorted list`(seed: UInt64) {
        var queue = TimerQueue<Int>()
        var model: [(deadline: Instant, element: Int, id: TimerID)] = []
        var state = seed
        for number in 0..<20_000 {
            let random = Int(truncatingIfNeeded: next(&state))
            switch random & 7 {
            case 0...3:
                let deadline = instant(random >> 8 & 0xFF)
                model.append((deadline, number, queue.schedule(number, at: deadline)))
            case 4...6 where !model.isEmpty:
                let removed = model.remove(at: (random >> 8 & 0xFFFF) % model.count)
                let cancelled = queue.cancel(removed.id)
                #expect(cancelled == removed.element)
            default:
                let due = queue.popDue(at: .distantFuture)
                let first = model.indices.min { (model[$0].deadline, $0) < (model[$1].deadline, $1) }
                #expect(due?.element == first.map { model.remove(at: $0).element })
            }
            if queue.nextDeadline != model.map(\.deadline).min() { Issue.record("another is next after \(number)") }
        }
        #expect(queue.count == model.count)
    }

    /// A linear congruence (Knuth's MMIX), high bits only.
    private func next(_ state: inout UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}

private func instant(_ number: Int) -> Instant {
    Instant(nanoseconds: Int64(number))
}

private func drained<Element>(_ queue: inout TimerQueue<Element>, at now: Instant) -> [Element] {
    var elements: [Element] = []
    while let due = queue.popDue(at: now) { elements.append(due.element) }
    return elements
}
