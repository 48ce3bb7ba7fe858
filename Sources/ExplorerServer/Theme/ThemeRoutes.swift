import HTTPTypes
import Hummingbird
import Viewer
import WebDocuments

/// The files of the library's theme: `/theme/{version}/…`. They are everybody's, as those of the viewer are.
struct ThemeRoutes<Context: RequestContext> {
    let themes: ThemeService

    func add(to router: Router<Context>) {
        router.get("/theme/**") { request, context in
            var path = context.parameters.getCatchAll().map(String.init)
            let pages = themes.pages
            guard let version = path.first, ViewerBundle.isVersion(version) else {
                throw Problem.notFound("no such file of the theme")
            }
            path.removeFirst()
            guard var cacheable = pages.file(path.joined(separator: "/")) else {
                throw Problem.notFound("no such file of the theme")
            }
            // A page that was opened before a change asks for what it has not loaded yet: it gets what there is, for now.
            cacheable.cachePolicy = version == pages.theme?.version ? .immutable : .revalidate
            var response = cacheable.response(to: request)
            if cacheable.mediaType == "image/svg+xml" {
                response.headers[.contentSecurityPolicy] = ContentSecurityPolicy.drawing
            }
            return response
        }
    }
}
