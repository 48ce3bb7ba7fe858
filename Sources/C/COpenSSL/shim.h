/* Message digests and signatures of OpenSSL's libcrypto. TLS is BoringSSL's, inside swift-nio-ssl. */
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
