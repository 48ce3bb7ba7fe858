import DocumentModel

extension [JSONValue.Member] {
    /// Changes the value of a key. The key is removed if its value becomes nil, and appended if it is new.
    mutating func change(_ key: String, _ body: (JSONValue?) -> JSONValue?) {
        let place = firstIndex { $0.key == key }
        let value = body(place.map { self[$0].value })
        switch (place, value) {
        case (let place?, let value?): self[place] = JSONValue.Member(key: key, value: value)
        case (let place?, nil): remove(at: place)
        case (nil, let value?): append(JSONValue.Member(key: key, value: value))
        case (nil, nil): break
        }
    }
}
