/// Makes texts alike that a reader takes for the same, so that a search finds both: upper and lower case, full-width
/// and half-width forms, kana with a voiced mark of its own and in one piece.
///
/// That is the part of Unicode's NFKC and case folding that matters in English and Japanese text, without its tables.
enum TextFolding {
    /// `text`, folded. Folding twice is folding once.
    static func fold(_ text: String) -> String { String(decoding: utf8(folding: text), as: UTF8.self) }

    /// `text`, folded, in UTF-8: a string grows several times as slowly, scalar by scalar.
    static func utf8(folding text: String) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        var last: Unicode.Scalar?
        func flush() { if let last { append(last) } }
        func append(_ scalar: Unicode.Scalar) {
            if scalar.isASCII { folded.append(UInt8(truncatingIfNeeded: scalar.value)) } else { folded.append(contentsOf: scalar.utf8) }
        }
        for scalar in text.unicodeScalars {
            let scalar = narrowOrWiden(scalar)
            if let base = last, let composed = compose(base, scalar) {
                last = composed
                continue
            }
            flush()
            last = nil
            switch scalar.value {
            case 0x41...0x5A: last = Unicode.Scalar(UInt8(scalar.value + 0x20))
            // ASCII, kana and Han have no case, and are most of what there is.
            case ..<0x80, 0x3000...0x9FFF: last = scalar
            // A sigma at the end of a word is a sigma.
            case 0x3C2: last = "σ"
            default: folded.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            }
        }
        flush()
        return folded
    }

    /// The folded words of `text`, which any white space parts.
    static func words(of text: String) -> [String] {
        fold(text).split { $0.isWhitespace }.map(String.init)
    }

    /// Full-width ASCII and the ideographic space become ASCII, half-width katakana become katakana.
    private static func narrowOrWiden(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x3000: " "
        case 0xFF61...0xFF9F: katakana[Int(scalar.value - 0xFF61)]
        default: scalar
        }
    }

    /// U+FF61 to U+FF9F, in full width; the two marks at the end combine with what is before them.
    private static let katakana = Array(
        """
        。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\
        \u{3099}\u{309A}
        """.unicodeScalars)

    /// A kana and the voiced (U+3099) or half-voiced (U+309A) mark after it as one kana, if there is one.
    private static func compose(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        guard mark.value == 0x3099 || mark.value == 0x309A else { return nil }
        // Hiragana and katakana lie 0x60 apart, in the same order.
        let isKatakana = (0x30A1...0x30FA).contains(base.value)
        let hiragana = isKatakana ? base.value - 0x60 : base.value
        let composed: UInt32? =
            switch (hiragana, mark.value) {
            case (0x3046, 0x3099): 0x3094
            case (0x304B...0x3062, 0x3099) where hiragana % 2 == 1: hiragana + 1
            case (0x3064...0x3069, 0x3099) where hiragana % 2 == 0: hiragana + 1
            case (0x306F...0x307D, 0x3099) where hiragana % 3 == 0: hiragana + 1
            case (0x306F...0x307D, 0x309A) where hiragana % 3 == 0: hiragana + 2
            default: nil
            }
        return composed.flatMap { Unicode.Scalar($0 + (isKatakana ? 0x60 : 0)) }
    }
}
