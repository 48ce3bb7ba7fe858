/* Message digests of OpenSSL's libcrypto. TLS is BoringSSL's, inside swift-nio-ssl. */
#include <openssl/evp.h>
#include <openssl/hmac.h>
