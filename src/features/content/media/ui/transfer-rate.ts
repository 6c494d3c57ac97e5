/** Only the last seconds count, for the current speed. */
const WINDOW_MILLISECONDS = 8_000;
/** Minimum duration of a measurement: the first bytes only fill buffers. */
const MINIMUM_MILLISECONDS = 1_000;

/** Measures the speed of an upload. */
export function createTransferRate() {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Records how many bytes were sent at a time (milliseconds). */
    addSample(at: number, bytes: number): void {
      const last = samples.at(-1);
      // Fewer bytes than before: the upload restarted from the offset of the server.
      if (last && bytes < last.bytes) samples = [];
      samples.push({ at, bytes });
      samples = samples.filter((sample) => at - sample.at <= WINDOW_MILLISECONDS);
    },
    /** Null until it can be measured. */
    bytesPerSecond(): number | null {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < MINIMUM_MILLISECONDS) return null;
      return ((last.bytes - first.bytes) / (last.at - first.at)) * 1_000;
    },
    /** Discards the measurement before a pause. */
    reset(): void {
      samples = [];
    },
  };
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** "1.4 MB", in decimal units. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** "12 s left", "4 min left", "1 h 20 min left"; null while the speed is unknown or zero. */
export function timeLeftText(bytesLeft: number, bytesPerSecond: number | null): string | null {
  if (!bytesPerSecond) return null;
  const seconds = Math.ceil(bytesLeft / bytesPerSecond);
  if (seconds < 60) return `${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min left`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''} left`;
}
