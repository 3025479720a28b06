// zlib (gzip, RFC 1952), from the system; apt: zlib1g-dev.
#include <zlib.h>
