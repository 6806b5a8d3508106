// zlib, for Deflate tiles.
#pragma once

#include <zlib.h>
