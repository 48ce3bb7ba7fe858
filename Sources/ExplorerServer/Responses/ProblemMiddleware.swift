import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into a problem document, and adds the header fields that all responses have.
struct ProblemMiddleware: RouterMiddleware {
    let metrics: Metrics
    /// Records damage that requests encounter.
    let health: ServiceHealth

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as CancellationError {
            throw error
        } catch {
            let problem = Problem(error, incident: context.id)
            if let refusal = problem.refusal { metrics.refusals[refusal].add() }
            // Only internal errors are logged. A 501 means that the request asks for something unsupported, a 503 that
            // it came too early, and refusals are counted.
            if problem.status == .internalServerError {
                health.met(error, document: Self.document(of: context))
                context.logger.error(
                    "request failed",
                    metadata: [
                        "incident": "\(context.id)", "path": "\(request.uri.path)", "error": "\(error)",
                    ])
            }
            response = problem.response(to: request)
            if request.method == .head { response = response.createHeadResponse() }
        }
        SecurityHeaders.addCommon(to: &response.headers)
        return response
    }

    /// The requested document. An image's id is its document's id, a hyphen and the page number.
    private static func document(of context: ServerContext) -> String? {
        if let document = context.parameters.get("document") { return document }
        guard let image = context.parameters.get("image"), let hyphen = image.lastIndex(of: "-") else { return nil }
        return String(image[..<hyphen])
    }
}

/// Responds to CORS preflight requests: any site may read. Annotations may also be written, with a token.
struct PreflightMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options else { return try await next(request, context) }
        if let fields = AnnotationFields.options(request.uri.path) {
            return Response(status: .noContent, headers: fields)
        }
        return Response(
            status: .noContent,
            headers: [
                .allow: "GET, HEAD, OPTIONS",
                .accessControlAllowMethods: "GET, HEAD, OPTIONS",
                .accessControlAllowHeaders: "Accept, Authorization, If-None-Match, Range",
                .accessControlMaxAge: "86400",
            ])
    }
}
