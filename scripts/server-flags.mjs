/**
 * Flags of Node for the processes that serve. The young generation, 16 MiB by default, fills with what
 * requests leave behind: half of it is as fast, and saves 90 MiB under load. It has this size from the
 * start, which then collects garbage less often. The old one may hold 768 MiB:
 * below 2 GiB, V8 collects it before it has grown to four times what was alive.
 */
export const SERVER_FLAGS = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--max-old-space-size=768',
];

/**
 * The environment of the processes that serve. By default glibc stops returning large blocks to the system
 * once one was freed: the 19 MiB that a password takes for its hash remained with each of four threads.
 */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };
