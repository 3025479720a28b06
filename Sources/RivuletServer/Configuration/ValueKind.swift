import Dispatch
import Glibc
import RivuletHTTP

/// How the text of an option becomes a value, and how the two are described to a person.
struct ValueKind<Value: Sendable>: Sendable {
    /// Stands for the value in `--help`: `--port PORT`.
    let placeholder: String
    /// What is allowed, to end an error message with.
    let allowed: String
    let parse: @Sendable (String) -> Value?
    let describe: @Sendable (Value) -> String
}

extension ValueKind where Value == Int {
    static func count(_ range: ClosedRange<Int>) -> ValueKind {
        ValueKind(placeholder: "N", allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            wholeNumber(text).flatMap { range.contains($0) ? $0 : nil }
        } describe: { value in
            String(value)
        }
    }

    static func bytes(_ range: ClosedRange<Int>) -> ValueKind {
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]
        @Sendable func describe(_ value: Int) -> String {
            for (unit, size) in units.reversed() where value >= size && value.isMultiple(of: size) {
                return "\(value / size)\(unit)"
            }
            return String(value)
        }
        return ValueKind(
            placeholder: "BYTES",
            allowed: "a number of bytes from \(describe(range.lowerBound)) to \(describe(range.upperBound)), such as 512, 64KiB or 1MiB"
        ) { text in
            number(text, units: units + [("", 1)]).flatMap { range.contains($0) ? $0 : nil }
        } describe: { value in
            describe(value)
        }
    }
}

extension ValueKind where Value == Int? {
    static func optionalCount(_ range: ClosedRange<Int>, absent: String) -> ValueKind {
        let count = ValueKind<Int>.count(range)
        return ValueKind(placeholder: count.placeholder, allowed: count.allowed) { text in
            count.parse(text).map(Optional.some)
        } describe: { value in
            value.map(count.describe) ?? absent
        }
    }
}

extension ValueKind where Value == UInt16 {
    static let port = ValueKind(placeholder: "PORT", allowed: "a port from 0 to 65535, where 0 lets the system choose") { text in
        wholeNumber(text).flatMap { UInt16(exactly: $0) }
    } describe: { value in
        String(value)
    }
}

extension ValueKind where Value == UInt16? {
    static func optionalPort(absent: String) -> ValueKind {
        let port = ValueKind<UInt16>.port
        return ValueKind(placeholder: port.placeholder, allowed: port.allowed) { text in
            port.parse(text).map(Optional.some)
        } describe: { value in
            value.map(port.describe) ?? absent
        }
    }
}

extension ValueKind where Value == DispatchTimeInterval {
    static func duration(_ range: ClosedRange<Int>) -> ValueKind {
        // The unit is seconds where none is written, hence its place at the end of the list.
        let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)]
        @Sendable func describe(_ milliseconds: Int) -> String {
            for (unit, size) in units.reversed() where milliseconds >= size && milliseconds.isMultiple(of: size) {
                return "\(milliseconds / size)\(unit)"
            }
            return "\(milliseconds)s"
        }
        return ValueKind(
            placeholder: "TIME",
            allowed: "a time from \(describe(range.lowerBound)) to \(describe(range.upperBound)), such as 500ms, 10s, 2m or 10 (seconds)"
        ) { text in
            number(text, units: units + [("", 1_000)]).flatMap { range.contains($0) ? .milliseconds($0) : nil }
        } describe: { value in
            describe(value.inMilliseconds)
        }
    }
}

extension ValueKind where Value == Host {
    static let host = ValueKind(
        placeholder: "ADDRESS",
        allowed: "an IPv4 or IPv6 address of this machine, such as 127.0.0.1, 0.0.0.0, ::1 or [::], or localhost; or unix:/path/of/a.socket"
    ) { text in
        if text == "localhost" { return .loopback }
        if text.hasPrefix("unix:") { return (1..<104).contains(text.utf8.count - 5) ? Host(address: text) : nil }
        let bracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let address = bracketed ? String(text.dropFirst().dropLast()) : text
        var storage = in6_addr()
        if inet_pton(AF_INET6, address, &storage) == 1 { return Host(address: address) }
        return !bracketed && inet_pton(AF_INET, address, &storage) == 1 ? Host(address: address) : nil
    } describe: { value in
        value.address
    }
}

extension ValueKind where Value == String? {
    static func path(absent: String) -> ValueKind {
        ValueKind(placeholder: "PATH", allowed: "a path that is not empty") { text in
            text.isEmpty ? nil : .some(text)
        } describe: { value in
            value ?? absent
        }
    }
}

extension ValueKind where Value == String? {
    static var token: ValueKind {
        ValueKind(placeholder: "TOKEN", allowed: "letters, digits and -._~+/=") { text in
            BearerToken.isToken(text) ? .some(text) : nil
        } describe: { _ in
            "none"
        }
    }
}

extension ValueKind where Value == Bool {
    /// Is set by being there; in the environment, by a word.
    static var toggle: ValueKind {
        ValueKind(placeholder: "", allowed: "yes or no") { text in
            ["yes": true, "true": true, "1": true, "no": false, "false": false, "0": false][text]
        } describe: { value in
            value ? "yes" : "no"
        }
    }
}

extension ValueKind where Value == [AddressRange] {
    static var addressRanges: ValueKind {
        ValueKind(placeholder: "ADDRESSES", allowed: "addresses or ranges such as 10.0.0.1 or 10.0.0.0/8, separated by commas") { text in
            let ranges = text.split(separator: ",", omittingEmptySubsequences: false).map { AddressRange(String($0)) }
            return ranges.contains(nil) ? nil : ranges.compactMap(\.self)
        } describe: { value in
            value.isEmpty ? "none" : value.map(\.description).joined(separator: ",")
        }
    }
}

extension ValueKind where Value == [String] {
    static var hostNames: ValueKind {
        ValueKind(placeholder: "HOSTS", allowed: "names such as news.example, without ports, separated by commas") { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
            return names.allSatisfy { $0.wholeMatch(of: #/[a-z0-9_\-]+(?:\.[a-z0-9_\-]+)*/#) != nil } ? names : nil
        } describe: { value in
            value.isEmpty ? "none" : value.joined(separator: ",")
        }
    }

    static var origins: ValueKind {
        ValueKind(
            placeholder: "ORIGINS", allowed: "origins such as https://app.example or http://localhost:3000, separated by commas"
        ) { text in
            let origins = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return origins.allSatisfy {
                $0.wholeMatch(of: #/https?:\/\/[a-z0-9.\-]+(?::[0-9]+)?|https?:\/\/\[[0-9a-f:.]+\](?::[0-9]+)?/#) != nil
            } ? origins : nil
        } describe: { value in
            value.isEmpty ? "none" : value.joined(separator: ",")
        }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
    static func choice(_ placeholder: String) -> ValueKind {
        let names = Value.allCases.map(\.rawValue)
        return ValueKind(placeholder: placeholder, allowed: "one of \(names.joined(separator: ", "))") { text in
            Value(rawValue: text)
        } describe: { value in
            value.rawValue
        }
    }
}

extension DispatchTimeInterval {
    /// Whole milliseconds, rounded down; `Int.max` for `.never`.
    var inMilliseconds: Int {
        switch self {
        case .seconds(let seconds): seconds * 1_000
        case .milliseconds(let milliseconds): milliseconds
        case .microseconds(let microseconds): microseconds / 1_000
        case .nanoseconds(let nanoseconds): nanoseconds / 1_000_000
        default: .max
        }
    }
}

/// ASCII digits only, with no sign: `Int.init` takes `+1`, which no option means.
private func wholeNumber(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
}

/// Digits and one of the units; `nil` where that overflows.
private func number(_ text: String, units: [(name: String, size: Int)]) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard let value = wholeNumber(digits), let size = units.first(where: { $0.name == unit })?.size else { return nil }
    let product = value.multipliedReportingOverflow(by: size)
    return product.overflow ? nil : product.partialValue
}
