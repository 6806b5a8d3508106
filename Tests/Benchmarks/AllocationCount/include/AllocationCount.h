#pragma once
#include <stdint.h>

/// How often this process has asked the heap for memory since it began.
uint64_t allocation_count(void);
