import HTTPTypes
import Hummingbird

extension HotTiles {
    /// Takes note of an answer that a route has given, if the lane may give it to anyone: a whole one to a GET, of an image
    /// that anyone may see.
    func note(_ reply: Reply, given response: Response, to request: Request, of image: ServedImage) {
        guard image.isOpen, request.method == .get, response.status == .ok else { return }
        var fields = response.headers
        SecurityPolicy.addCommon(to: &fields)
        var answer = ReadyAnswer(fields: fields, body: reply.body)
        var target = request.uri.string
        target.withUTF8 { note(&answer, target: UnsafeRawBufferPointer($0), lease: image.lease) }
    }
}
