export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number;
  range: (low: number, high: number) => number;
  pick: <T>(choices: readonly T[]) => T;
};

/** Creates a generator with the same numbers for a seed on every machine (mulberry32 over an FNV-1a hash). */
export function createRandom(seed: string | number): Random {
  let state = 0x811c9dc5;
  for (const letter of `${seed}`) {
    state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const range = (low: number, high: number) => low + (high - low) * next();
  return { next, range, pick: (choices) => choices[Math.floor(next() * choices.length)]! };
}
