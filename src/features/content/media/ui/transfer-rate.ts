/** Only the last seconds count: a line is as fast as it is now. */
const WINDOW_MILLISECONDS = 8_000;
/** Shorter than this says nothing: the first bytes only fill the buffers. */
const SHORTEST_MILLISECONDS = 1_000;

/** Tells how fast a file is being sent, from how much of it was sent when. */
export function createTransferRate() {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Notes how many bytes of the file were sent at a time (milliseconds). */
    note(at: number, bytes: number): void {
      const last = samples.at(-1);
      // Less than before: it was begun again from what the server really has.
      if (last && bytes < last.bytes) samples = [];
      samples.push({ at, bytes });
      samples = samples.filter((sample) => at - sample.at <= WINDOW_MILLISECONDS);
    },
    /** Null while it cannot be told yet. */
    bytesPerSecond(): number | null {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < SHORTEST_MILLISECONDS) return null;
      return ((last.bytes - first.bytes) / (last.at - first.at)) * 1_000;
    },
    /** After a pause the time before it says nothing. */
    reset(): void {
      samples = [];
    },
  };
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** "1.4 MB", by thousands as the makers of drives count. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** "12 s left", "4 min left", "1 h 20 min left"; null while the speed is not known, or nothing moves. */
export function timeLeftText(bytesLeft: number, bytesPerSecond: number | null): string | null {
  if (!bytesPerSecond) return null;
  const seconds = Math.ceil(bytesLeft / bytesPerSecond);
  if (seconds < 60) return `${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min left`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''} left`;
}
