// As much of SwiftUI as the sample needs: a view is the name of what it shows.
import CallLibrary

@MainActor
protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

@MainActor
struct Shown: View {
    var name: String?
    var subscription: AnyCancellable?
    var body: Shown { self }
}

extension View {
    var shown: Shown { self as? Shown ?? body.shown }

    func onReceive<Values: Publisher>(
        _ values: Values, perform: @escaping @MainActor (Values.Output) -> Void
    ) -> Shown {
        var shown = shown
        shown.subscription = values.sink(receiveValue: perform)
        return shown
    }
}

@resultBuilder
@MainActor
enum ViewBuilder {
    static func buildExpression(_ view: some View) -> Shown { view.shown }
    static func buildBlock(_ views: Shown...) -> Shown { views.first { $0.name != nil } ?? Shown() }
    static func buildEither(first view: Shown) -> Shown { view }
    static func buildEither(second view: Shown) -> Shown { view }
    static func buildOptional(_ view: Shown?) -> Shown { view ?? Shown() }
}

@MainActor
struct ZStack: View {
    let body: Shown

    init(@ViewBuilder _ content: () -> Shown) {
        body = content()
    }
}

@MainActor
struct ViewFactory {
    func makeOutgoingCallView(viewModel: CallViewModel) -> some View { Shown(name: "outgoing call") }
    func makeCallView(viewModel: CallViewModel) -> some View { Shown(name: "call of \(viewModel.participants.count)") }
    func makeIncomingCallView(viewModel: CallViewModel, callInfo: IncomingCall) -> some View {
        Shown(name: "incoming call of \(callInfo.caller.id)")
    }
}

@MainActor
struct MinimizedCallView: View {
    let viewModel: CallViewModel
    var body: Shown { Shown(name: "minimized call") }
}

@MainActor
struct WaitingLocalUserView: View {
    let viewModel: CallViewModel
    let viewFactory: ViewFactory
    var body: Shown { Shown(name: "waiting local user") }
}

@MainActor
struct Utils {
    let callSoundsPlayer = CallSoundsPlayer()
}

@MainActor
final class CallSoundsPlayer {
    private(set) var stops = 0
    func stopOngoingSound() { stops += 1 }
}
