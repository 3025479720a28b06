import Rivulet

/// The application until it is stopped. It is let go of then, and with it whatever it holds, so that what is still there
/// when the process ends is a leak, and Address Sanitizer can tell.
final class RunningApplication: Sendable {
    private let application: Lock<Application?>

    init(_ application: Application) { self.application = Lock(application) }

    func start() async throws(StartFailure) {
        do throws(StartFailure) {
            try await application.withLock { $0 }?.start()
        } catch {
            _ = take()
            throw error
        }
    }

    /// Reads again what can be read again. Blocks while it does.
    @Sendable func reload() { application.withLock { $0 }?.reload() }

    func stop() async { await take()?.stop() }

    private func take() -> Application? {
        application.withLock { application in
            defer { application = nil }
            return application
        }
    }
}
