import Foundation
import Testing

@testable import RivuletHTTP

/// Certificates for tests, made by the `openssl` command once for all of them.
final class TestCertificates: Sendable {
    static let shared = Result { try TestCertificates() }

    private let folder: TemporaryFolder

    private init() throws {
        folder = try TemporaryFolder()
        for name in ["first", "second"] {
            try openssl(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) -keyout \(name).key -out \(name).pem"
            )
        }
        try openssl("req -new -key first.key -subj /CN=past -out past.csr")
        try openssl("x509 -req -in past.csr -signkey first.key -days -1 -out past.pem")
        try openssl("req -x509 -newkey rsa:512 -nodes -days 2 -subj /CN=weak -keyout weak.key -out weak.pem")
        try openssl("ec -in first.key -aes128 -passout pass:secret -out encrypted.key")
        try folder.write("empty.pem", "")
        try folder.write("chain.pem", [UInt8](try Data(contentsOf: path("first.pem"))) + [UInt8](try Data(contentsOf: path("second.pem"))))
    }

    static func identity(_ name: String = "first") throws -> TLSIdentity {
        let all = try shared.get()
        return try TLSIdentity(certificate: all.path("\(name).pem").path, key: all.path("\(name).key").path)
    }

    func path(_ name: String) -> URL { URL(filePath: folder.path).appending(path: name) }

    private func openssl(_ arguments: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(arguments)")
    }
}
