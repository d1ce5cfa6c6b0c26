internal import Web

/// The addresses that the page requests.
enum PageRoute: Hashable {
    case page
    case events
    case state
    /// The evidence of a scenario's last run.
    case run(id: String)
    /// A file of a scenario's last run.
    case file(id: String, name: String)
    case action(String)

    init?(_ request: HTTPRequest) {
        let path = request.path
        switch (request.method, path.first, path.count) {
        case (.get, nil, 0): self = .page
        case (.get, "files", 3): self = .file(id: path[1], name: path[2])
        case (.get, "api", 3) where path[1] == "runs": self = .run(id: path[2])
        case (.get, "api", 2) where path[1] == "events": self = .events
        case (.get, "api", 2) where path[1] == "state": self = .state
        case (.post, "api", 2): self = .action(path[1])
        default: return nil
        }
    }
}
