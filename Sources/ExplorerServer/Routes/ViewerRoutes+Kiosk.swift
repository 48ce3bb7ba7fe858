import HTTPTypes
import Hummingbird

extension ViewerRoutes {
    /// Leads to the same page in kiosk mode, if the server is for a kiosk and the address does not say so yet. The viewer
    /// reads the idle time from the address, so that a kiosk can have another than the server's.
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
