import Testing

/// The program itself, built beside these tests, asked by curl, by sockets that misbehave, and by Chromium.
///
/// One test at a time: some measure times, and all share two processors with the servers they start.
@Suite("The running server", .serialized, .timeLimit(.minutes(3)))
enum IntegrationTests {}
