#pragma once

/// How many blocks this process has taken from the heap so far.
unsigned long rivulet_allocation_count(void);
