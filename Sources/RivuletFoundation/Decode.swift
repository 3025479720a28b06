import Foundation
import Rivulet

/// Something that makes values of data.
public protocol DataDecoder: Sendable {
    /// Makes a value of `data`.
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
    /// Decodes each element. Fails with the decoder's error at the first that can't be decoded.
    public func decode<Item: Decodable & Sendable>(type: Item.Type, decoder: some DataDecoder) -> Observable<Item> {
        map { data in try decoder.decode(type, from: data) }
    }
}
