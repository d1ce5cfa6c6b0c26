internal import Load
internal import Loop

/// The live line of a load on the standard error, if that is a terminal.
struct LoadDisplay {
    private let whole: Duration?
    private var progress = ProgressLine.ofErrors
    private var line = LoadLine()
    /// The statistics since the last line.
    private var recent: LoadSample?
    private var shownAt = WallClock.seconds

    /// The seconds between two lines.
    private static let pause = 1.0

    /// - Parameter whole: The planned time; nil when there is none.
    init(whole: Duration?) { self.whole = whole }

    var isShown: Bool { progress != nil }

    /// Takes a sample for the next line.
    mutating func add(_ sample: LoadSample) {
        guard isShown else { return }
        if recent == nil { recent = sample } else { recent?.append(sample) }
    }

    /// Shows a line when it is time.
    mutating func beat(at elapsed: Duration, _ state: String?) {
        guard isShown else { return }
        let now = WallClock.seconds
        guard now - shownAt >= Self.pause else { return }
        shownAt = now
        show(at: elapsed, state)
    }

    mutating func show(at elapsed: Duration, _ state: String?) {
        line.add(recent?.statistics)
        recent = nil
        let text = line.text(at: elapsed, of: whole, state)
        if let shown = progress?.text(text) { Console.error(shown) }
    }

    mutating func clear() { Console.error(progress?.cleared() ?? "") }
}
