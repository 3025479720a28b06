// libnghttp2 (HTTP/2 framing and HPACK), from the system; apt: libnghttp2-dev.
#include <nghttp2/nghttp2.h>
