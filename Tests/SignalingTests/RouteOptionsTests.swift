import Signaling
import Testing
import Wire

@Suite struct RouteOptionsTests {
    private static func options(_ path: [String]) -> CoAP.Options {
        var options = CoAP.Options()
        options.uriHost = "host"
        options.uriPath = path
        options.uriQuery = ["connection_id=1"]
        return options
    }

    private static let cid = CallCid(type: "default", id: "standup")

    private static let paths: [[String]] =
        CallAction.allCases.map { CoordinatorRoute.call(cid, $0).path }
        + ClientAction.allCases.map { CoordinatorRoute.client($0).path }
        + SFURoute.allCases.map(\.path)
        + [
            CoordinatorRoute.connect.path, ["video", "call", "default", "a", "start_recording"], [], ["video"],
            ["video", "call", "default"], ["video", "call", "", "a"], ["video", "call", "default", ""],
            ["video", "call", "default", "a", ""], ["video", "call", "default", "a", "join", "b"],
            ["video", "call", "default", "a", "b", "join"], ["video", "call", "default", "a", "b", "c", "join"],
            ["videos", "call", "default", "a"], ["video", "calls", "default", "a"],
            ["videos", "call", "default", "a", "join"], ["video", "calls", "default", "a", "join"],
            ["call", "video", "default", "a"], ["call", "video", "default", "a", "join"],
            ["sfu"], ["sfu", "join", "x"], ["sfus", "join"], ["sfu", "joint"],
        ]

    @Test(arguments: paths) func `options name the same route as the path in them`(path: [String]) {
        for method: CoAP.Code in [.get, .post, .patch, .delete, .fetch] {
            let options = Self.options(path)
            let (coordinators, sfus) = (Self.coordinator(method, path, options), Self.sfu(method, path, options))
            #expect(coordinators.byOptions == coordinators.byPath && sfus.byOptions == sfus.byPath, "\(method)")
        }
    }

    private typealias Found<Route> = Result<Route, CoordinatorRoute.Problem>

    private static func coordinator(
        _ method: CoAP.Code, _ path: [String], _ options: CoAP.Options
    ) -> (byOptions: Found<CoordinatorRoute>, byPath: Found<CoordinatorRoute>) {
        (
            Found { () throws(CoordinatorRoute.Problem) in try CoordinatorRoute(method: method, options: options) },
            Found { () throws(CoordinatorRoute.Problem) in try CoordinatorRoute(method: method, path: path) }
        )
    }

    private static func sfuRoute(
        _ method: CoAP.Code, _ path: [String]
    ) throws(CoordinatorRoute.Problem) -> SFURoute {
        guard let route = SFURoute.allCases.first(where: { $0.path == path }) else { throw .notFound }
        guard route.method == method else { throw .methodNotAllowed }
        return route
    }

    private static func sfu(
        _ method: CoAP.Code, _ path: [String], _ options: CoAP.Options
    ) -> (byOptions: Found<SFURoute>, byPath: Found<SFURoute>) {
        (
            Found { () throws(CoordinatorRoute.Problem) in try SFURoute(method: method, options: options) },
            Found { () throws(CoordinatorRoute.Problem) in try sfuRoute(method, path) }
        )
    }
}
