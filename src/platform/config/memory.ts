import { setFlagsFromString } from 'node:v8';

/**
 * Lets the bytes of uploads on their way count as what they are, a part of the memory in use.
 * V8 by itself looks through all of it each time that some 64 MB of them have passed.
 */
export const tuneMemory = (): void =>
  setFlagsFromString('--external-memory-accounted-in-global-limit');
