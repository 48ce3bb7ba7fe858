import Foundation

/// The C library's functions, by one import.
enum LineMath {
    static func exp(_ value: Float) -> Float { Foundation.exp(value) }
    static func log(_ value: Float) -> Float { Foundation.log(value) }
    static func cos(_ value: Float) -> Float { Foundation.cos(value) }
}
