/** A range of a file; both ends inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a Range header for a file of `size` bytes: one range, `'unsatisfiable'`, or null for the
 * whole file, also for several ranges and malformed headers (RFC 9110, 14.2).
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (!first && !last)) return null;
  if (!first) {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
