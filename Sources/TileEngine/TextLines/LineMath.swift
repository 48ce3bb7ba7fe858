import Foundation

/// Functions of the C library, so that only this file imports Foundation for them.
enum LineMath {
    static func exp(_ value: Float) -> Float { Foundation.exp(value) }
    static func log(_ value: Float) -> Float { Foundation.log(value) }
    static func cos(_ value: Float) -> Float { Foundation.cos(value) }
}
