/// What an embedding program adds to the language by name.
public struct Vocabulary: Hashable, Sendable {
    /// The interceptors that are registered, in the order in which messages tell them.
    public var interceptors: [String]
    /// The types of errors that commands may throw beside the library's own.
    public var errors: [String]
    /// The commands that are registered, in the order of their names.
    public var steps: [CommandSpec]
    /// The kinds of participants that are registered, in the order of their names.
    public var kinds: [RegisteredKind]

    /// Nothing beside the language itself.
    public static let standard = Vocabulary()

    /// Adds interceptors, types of errors, commands and kinds of participants.
    public init(
        interceptors: [String] = [], errors: [String] = [], steps: [CommandSpec] = [], kinds: [RegisteredKind] = []
    ) {
        self.interceptors = interceptors
        self.errors = errors
        self.steps = steps
        self.kinds = kinds
    }
}

/// How much a scenario may hold.
public struct ScenarioLimits: Hashable, Sendable {
    /// Bytes of a file.
    public var bytes = 1 << 20
    /// Participants, groups counted out.
    public var participants = 10_000
    /// Steps, those inside other steps too, and those that are repeated each time.
    public var steps = 10_000
    /// Steps of all rows together.
    public var stepsOfRows = 100_000
    /// Rows.
    public var rows = 200
    /// Files that include one another.
    public var includes = 8
    /// Bytes of a text when its names are put in.
    public var text = 65_536
    /// Values that names stand for, those inside lists and mappings too.
    public var values = 1_000_000
    /// Branches of one `parallel` step.
    public var branches = 100
    /// Steps inside one another.
    public var depth = 32
    /// Names in all lists of participants together, groups counted out.
    public var names = 1_000_000
    /// The longest duration.
    public var duration = Duration.seconds(24 * 3600)
    /// Entries of the journal of a run, when its scenario does not say.
    public var entries = 2_000_000
    /// Problems that are told of one file.
    public var problems = 100
    /// Folders inside one another.
    public var folders = 32

    /// The limits of the product.
    public static let `default` = ScenarioLimits()

    /// Makes the usual limits.
    public init() {}
}
