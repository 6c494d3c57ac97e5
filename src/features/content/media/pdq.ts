/**
 * The perceptual hash PDQ of a picture: pictures that look alike have hashes that differ in few of
 * 256 bits. After "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm" and the
 * reference implementation of facebook/ThreatExchange.
 */

/** The brightness of a picture, row by row, 0 to 255 each. */
export type Luma = { width: number; height: number; values: Float64Array };

/** `bits` are 64 lowercase hexadecimal digits; `quality` is 0 to 100. */
export type PdqHash = { bits: string; quality: number };

/** Hashes that differ in at most this many bits belong to alike pictures. */
export const MATCH_DISTANCE = 31;
/** A picture of lower quality has too few edges: its hash says nothing. */
export const MINIMUM_QUALITY = 50;

/** The smallest side of a picture that has a hash, in pixels. */
const MINIMUM_SIDE = 5;
const GRID = 64;
const FREQUENCIES = 16;

/** Rows: the frequencies 1 to 16; columns: the 64 samples. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, row) =>
  Float64Array.from(
    { length: GRID },
    (_value, column) =>
      Math.sqrt(2 / GRID) * Math.cos((Math.PI / (2 * GRID)) * (row + 1) * (2 * column + 1)),
  ),
);

/** Null if the picture is too small. */
export function pdqHash(luma: Luma): PdqHash | null {
  const grid = toGrid(luma);
  if (!grid) return null;
  return { bits: toBits(transform(grid)), quality: quality(grid) };
}

/**
 * The hashes of a picture, and of it turned and mirrored, all eight ways; the picture's own first.
 * Null if the picture is too small.
 */
export function pdqHashes(luma: Luma): { bits: string[]; quality: number } | null {
  const grid = toGrid(luma);
  if (!grid) return null;
  const spectrum = transform(grid);
  const bits = [false, true].flatMap((transposed) =>
    [false, true].flatMap((flipRows) =>
      [false, true].map((flipColumns) =>
        toBits(turn(spectrum, { transposed, flipRows, flipColumns })),
      ),
    ),
  );
  return { bits, quality: quality(grid) };
}

/** The number of bits in which two hashes differ. */
export function pdqDistance(a: string, b: string): number {
  let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; difference > 0n; difference &= difference - 1n) count += 1;
  return count;
}

/** Blurs the picture with two box filters in each direction, and takes 64 × 64 samples. */
function toGrid({ width, height, values }: Luma): Float64Array | null {
  if (Math.min(width, height) < MINIMUM_SIDE) return null;
  let blurred = values;
  for (let pass = 0; pass < 2; pass += 1) {
    blurred = blur(blurred, { lines: height, length: width, lineStep: width, step: 1 });
    blurred = blur(blurred, { lines: width, length: height, lineStep: 1, step: width });
  }
  return Float64Array.from({ length: GRID * GRID }, (_, index) => {
    const row = Math.floor(((Math.floor(index / GRID) + 0.5) * height) / GRID);
    const column = Math.floor((((index % GRID) + 0.5) * width) / GRID);
    return blurred[row * width + column]!;
  });
}

type Lines = { lines: number; length: number; lineStep: number; step: number };

/** The mean of the values around each value of a line; a window at the edge is smaller. */
function blur(values: Float64Array, { lines, length, lineStep, step }: Lines): Float64Array {
  const window = Math.ceil(length / (2 * GRID));
  const after = Math.floor(window / 2);
  const before = window - after - 1;
  const result = new Float64Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    let sum = 0;
    for (let next = -after; next < length; next += 1) {
      const added = next + after;
      if (added < length) sum += values[start + added * step]!;
      if (next < 0) continue;
      const removed = next - before - 1;
      if (removed >= 0) sum -= values[start + removed * step]!;
      const count = Math.min(added, length - 1) - Math.max(removed + 1, 0) + 1;
      result[start + next * step] = sum / count;
    }
  }
  return result;
}

/** The cosine transform of the samples: 16 × 16 frequencies, without the constant ones. */
function transform(grid: Float64Array): Float64Array {
  const columns = new Float64Array(FREQUENCIES * GRID);
  for (let row = 0; row < FREQUENCIES; row += 1)
    for (let column = 0; column < GRID; column += 1) {
      let sum = 0;
      for (let k = 0; k < GRID; k += 1) sum += COSINES[row]![k]! * grid[k * GRID + column]!;
      columns[row * GRID + column] = sum;
    }
  const spectrum = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (let row = 0; row < FREQUENCIES; row += 1)
    for (let column = 0; column < FREQUENCIES; column += 1) {
      let sum = 0;
      for (let k = 0; k < GRID; k += 1) sum += columns[row * GRID + k]! * COSINES[column]![k]!;
      spectrum[row * FREQUENCIES + column] = sum;
    }
  return spectrum;
}

/** Mirroring a picture changes the signs of its odd frequencies: those with an even index. */
function turn(
  spectrum: Float64Array,
  { transposed, flipRows, flipColumns }: Record<'transposed' | 'flipRows' | 'flipColumns', boolean>,
): Float64Array {
  return spectrum.map((_, index) => {
    const row = Math.floor(index / FREQUENCIES);
    const column = index % FREQUENCIES;
    const value = spectrum[transposed ? column * FREQUENCIES + row : index]!;
    const flips = Number(flipRows && row % 2 === 0) + Number(flipColumns && column % 2 === 0);
    return flips === 1 ? -value : value;
  });
}

/** A bit for each frequency that is above the median; the last frequency is the first bit. */
function toBits(spectrum: Float64Array): string {
  const median = spectrum.toSorted()[spectrum.length / 2 - 1]!;
  let bits = 0n;
  for (let index = spectrum.length - 1; index >= 0; index -= 1)
    bits = (bits << 1n) | (spectrum[index]! > median ? 1n : 0n);
  return bits.toString(16).padStart(spectrum.length / 4, '0');
}

/** The sum of visible differences between neighbours, as the reference scales it. */
function quality(grid: Float64Array): number {
  const difference = (a: number, b: number) =>
    Math.abs(Math.trunc(((grid[a]! - grid[b]!) * 100) / 255));
  let sum = 0;
  for (let row = 0; row < GRID; row += 1)
    for (let column = 0; column < GRID; column += 1) {
      const index = row * GRID + column;
      if (row < GRID - 1) sum += difference(index, index + GRID);
      if (column < GRID - 1) sum += difference(index, index + 1);
    }
  return Math.min(100, Math.floor(sum / 90));
}
