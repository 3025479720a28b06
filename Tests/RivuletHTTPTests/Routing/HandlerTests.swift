import Rivulet
import Synchronization
import Testing

@testable import RivuletHTTP

@Suite("Handlers in their three shapes")
struct HandlerTests {
    private struct Broken: Error {}

    private struct Job: Codable, Equatable {
        var name: String
        var count: Int
    }

    private func client(_ add: (inout Router) -> Void) throws -> InProcessClient {
        var router = Router()
        add(&router)
        return try InProcessClient(router.handler)
    }

    @Test func valueAwaitedValueAndSequenceAnswer() async throws {
        let client = try client { router in
            router.get("/value") { _ in "value" }
            router.get("/awaited") { _ in
                await Task.yield()
                return Response(.accepted, text: "awaited")
            }
            router.get("/sequence") { _ in Observable.just(Response(text: "first")).concat(Observable.just(Response(text: "second"))) }
            router.get("/problem") { _ in Problem(.gone) }
        }
        #expect(try await client.get("/value").text == "value")
        #expect(try await client.get("/value").fields["Content-Type"] == "text/plain; charset=utf-8")
        #expect(try await client.get("/awaited").text == "awaited")
        #expect(try await client.get("/sequence").text == "first")
        #expect(try await client.get("/problem").status == .gone)
    }

    @Test func thrownProblemIsTheAnswerAndAnythingElseIs500() async throws {
        let problem = Problem(.conflict, detail: "busy", fields: ["Retry-After": "1"])
        let client = try client { router in
            router.get("/value") { _ -> Response in throw problem }
            router.get("/awaited") { _ async throws -> Response in throw problem }
            router.get("/sequence") { _ in Observable<Response>.error(problem) }
            router.get("/broken") { _ -> Response in throw Broken() }
            router.get("/broken-awaited") { _ async throws -> Response in throw Broken() }
            router.get("/broken-sequence") { _ in Observable<Response>.error(Broken()) }
            router.get("/silent") { _ in Observable<Response>.empty() }
        }
        for target in ["/value", "/awaited", "/sequence"] {
            let answer = try await client.get(target)
            #expect(answer.status == .conflict)
            #expect(answer.fields["Retry-After"] == "1")
            #expect(answer.text.contains(#""detail":"busy""#))
        }
        for target in ["/broken", "/broken-awaited", "/broken-sequence", "/silent"] {
            let answer = try await client.get(target)
            #expect(answer.status == .internalServerError)
            #expect(!answer.text.contains("Broken"))
        }
    }

    @Test func taskIsCancelledWhenTheClientGoesAndItsLateValueDropped() async throws {
        let (started, startedContinuation) = AsyncStream<Void>.makeStream()
        let (cancelled, cancelledContinuation) = AsyncStream<Void>.makeStream()
        let client = try client { router in
            router.get("/") { _ in
                await withTaskCancellationHandler {
                    startedContinuation.yield()
                    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                        Task {
                            for await _ in cancelled { break }
                            continuation.resume()
                        }
                    }
                } onCancel: {
                    cancelledContinuation.yield()
                }
                return "late"
            }
        }
        let call = Task { try await client.get("/") }
        for await _ in started { break }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func sequenceIsDisposedAfterItsFirstElementAndWhenTheClientGoes() async throws {
        let subject = PublishSubject<Response>()
        let (disposals, disposed) = AsyncStream<Void>.makeStream()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let client = try client { router in
            router.get("/") { _ in
                subject.asObservable().do(onSubscribed: { started.yield() }, onDispose: { disposed.yield() })
            }
        }
        let answered = Task { try await client.get("/") }
        for await _ in starts { break }
        subject.onNext(Response(text: "now"))
        #expect(try await answered.value.text == "now")
        for await _ in disposals { break }

        let left = Task { try await client.get("/") }
        for await _ in starts { break }
        left.cancel()
        for await _ in disposals { break }
        await #expect(throws: CancellationError.self) { try await left.value }
    }

    @Test func jsonComesAndGoes() async throws {
        let client = try client { router in
            router.post("/jobs") { request in
                var job = try await request.json(as: Job.self)
                job.count += 1
                return try Response(.created, encoding: job)
            }
        }
        let answer = try await client.send(.post, "/jobs", body: Array(#"{"name":"多重","count":1}"#.utf8))
        #expect(answer.status == .created)
        #expect(answer.fields["Content-Type"] == "application/json")
        #expect(answer.text.contains("多重") && answer.text.contains("2"))
    }

    @Test(arguments: [
        ("", 400, "There is no content"), ("{", 400, "not JSON"), ("\u{FF}", 400, "not JSON"),
        ("{}", 422, "“name” is missing at the top"), (#"{"name":1,"count":1}"#, 422, "A string is expected at “name”."),
        (#"{"name":null,"count":1}"#, 422, "“name”"), (#"{"name":"a","count":"1"}"#, 422, "A whole number is expected at “count”."),
        ("[]", 422, "at the top"), (#"{"name":"a","count":1.5}"#, 400, "does not fit"),
    ])
    func badJSONIsAProblemThatNamesThePlace(body: String, status: Int, expected: String) async throws {
        let client = try client { $0.post("/jobs") { try Response(encoding: try await $0.json(as: Job.self)) } }
        let answer = try await client.send(.post, "/jobs", body: Array(body.utf8))
        #expect(answer.status.rawValue == status)
        #expect(answer.text.contains(expected), "\(answer.text)")
    }

    @Test func accessLogSeesRouteStatusAndFailures() async throws {
        let entries = Lock<[String]>([])
        let client = try client { router in
            router.use(
                AccessLog { entry in
                    let line = "\(entry.request.route ?? "-") \(entry.status.rawValue) \(entry.duration >= .zero)"
                    entries.withLock { $0.append(line) }
                })
            router.get("/a/:b") { _ in "" }
            router.get("/broken") { _ -> Response in throw Broken() }
            router.get("/problem") { _ -> Response in throw Problem(.conflict) }
        }
        for target in ["/a/1", "/broken", "/problem", "/none"] { _ = try await client.get(target) }
        #expect(entries.withLock { $0 } == ["/a/:b 200 true", "/broken 500 true", "/problem 409 true", "- 404 true"])
    }
}
