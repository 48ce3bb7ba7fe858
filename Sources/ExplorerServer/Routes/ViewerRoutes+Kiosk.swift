import HTTPTypes
import Hummingbird

extension ViewerRoutes {
    /// Redirects to the same page in kiosk mode, if the server runs a kiosk and the address does not set the mode
    /// already. The viewer reads the idle time from the address, so each kiosk can have its own.
    func kioskRedirect(of request: Request) -> Response? {
        guard let kioskSeconds, !Self.query(of: request, has: "kiosk"), !Self.query(of: request, has: "embed") else {
            return nil
        }
        let query = request.uri.query.map { "\($0)&" } ?? ""
        return Response(
            status: .temporaryRedirect,
            headers: [.location: "\(request.uri.path)?\(query)kiosk=\(kioskSeconds)", .cacheControl: "no-store"])
    }
}
