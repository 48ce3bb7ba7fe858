import Foundation

/// The operating system's descriptions of its errors.
package enum SystemError {
    /// Returns the description of an error, such as “No such file or directory”.
    ///
    /// - Parameter number: The error's number, by default that of this thread's latest failed call.
    package static func text(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }

    /// Returns the operating system's description of an error of Foundation, without the text that Foundation adds.
    package static func text(of error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        // On Linux, Foundation wraps a `POSIXError`, which is no `NSError` until it is converted.
        let number = cause as NSError
        guard number.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return text(Int32(truncatingIfNeeded: number.code))
    }
}
