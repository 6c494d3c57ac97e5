import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 count the buffers of running uploads as part of the heap limit. By default V8 runs a full
 * garbage collection after every 64 MB or so of upload data.
 */
export function tuneMemory(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}
