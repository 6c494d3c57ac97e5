/**
 * Flags of Node for the processes that serve. The young generation, 16 MiB by default, fills with what
 * requests leave behind: half of it is as fast, and saves 90 MiB under load.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

/**
 * The environment of the processes that serve. By default glibc stops returning large blocks to the system
 * once one was freed: the 19 MiB that a password takes for its hash remained with each of four threads.
 */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };
