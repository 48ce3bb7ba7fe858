import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into a problem document, and adds what all answers carry.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    let metrics: Metrics
    /// Told of damage that is met.
    let health: ServiceHealth

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as CancellationError {
            throw error
        } catch {
            let problem = Problem(error, incident: context.id)
            if let refusal = problem.refusal { metrics.refusals[refusal].add() }
            // Only what went wrong here is told. A 501 answers a request for what is not made here, and a 503 one that came
            // too early; refusals are counted.
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

    /// The document that is asked for: an image's id is its document's, a hyphen, and the page's number.
    private static func document(of context: Context) -> String? {
        if let document = context.parameters.get("document") { return document }
        guard let image = context.parameters.get("image"), let hyphen = image.lastIndex(of: "-") else { return nil }
        return String(image[..<hyphen])
    }
}

/// Answers a browser's question whether another site may read from here: reading is free to all. Annotations may also be
/// written, with a token.
struct PreflightMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
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
