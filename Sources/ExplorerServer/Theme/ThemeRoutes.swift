import HTTPTypes
import Hummingbird
import Viewer
import WebDocuments

/// The route for the files of the library's theme, `/theme/{version}/…`. They are public, like those of the viewer.
struct ThemeRoutes {
    let themes: ThemeService

    func add(to router: Router<ServerContext>) {
        router.get("/theme/**") { request, context in
            let path = context.parameters.getCatchAll().map(String.init)
            let pages = themes.pages
            guard let version = path.first, ViewerBundle.isVersion(version),
                var cacheable = pages.file(path.dropFirst().joined(separator: "/"))
            else { throw Problem.notFound("no such file of the theme") }
            // A page opened before a change may request files of its old version. It gets the current ones, which must
            // be revalidated.
            cacheable.cachePolicy = version == pages.theme?.version ? .immutable : .revalidate
            var response = cacheable.response(to: request)
            if cacheable.mediaType == "image/svg+xml" {
                response.headers[.contentSecurityPolicy] = ContentSecurityPolicy.drawing
            }
            return response
        }
    }
}
