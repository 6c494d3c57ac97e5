import { MATCH_DISTANCE } from '#src/features/content/media/pdq.ts';

const WORDS = 8;
/** Of 16 parts of 16 bits, one differs in at most one bit if all together differ in at most 31. */
const PARTS = 16;
const PART_VALUES = 2 ** 16;
const NEAR = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];

/** A perceptual hash as eight words of 32 bits. */
export type HashWords = readonly number[];

/** @param digits the digits of a hash, with so many for each word */
function readWords(digits: string, radix: number): HashWords {
  const length = digits.length / WORDS;
  return Array.from({ length: WORDS }, (_, word) =>
    Number.parseInt(digits.slice(word * length, (word + 1) * length), radix),
  );
}

/** The words of a hash in hexadecimal digits. */
export function wordsOfHex(hex: string): HashWords {
  return readWords(hex, 16);
}

/** The words of a hash in binary digits, as PostgreSQL writes it. */
export function wordsOfBits(bits: string): HashWords {
  return readWords(bits, 2);
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const partOf = (word: number, part: number) => (part % 2 === 0 ? word >>> 16 : word & 0xffff);

/** Of one part: the numbers of the hashes by its value; those of a value begin at `starts[value]`. */
type PartIndex = { starts: Uint32Array; numbers: Uint32Array };

function indexPart(words: Uint32Array, part: number): PartIndex {
  const count = words.length / WORDS;
  const valueOf = (hash: number) => partOf(words[hash * WORDS + (part >> 1)]!, part);
  const starts = new Uint32Array(PART_VALUES + 1);
  for (let hash = 0; hash < count; hash++) starts[valueOf(hash) + 1]!++;
  for (let value = 0; value < PART_VALUES; value++) starts[value + 1]! += starts[value]!;
  const next = starts.slice();
  const numbers = new Uint32Array(count);
  for (let hash = 0; hash < count; hash++) numbers[next[valueOf(hash)]!++] = hash;
  return { starts, numbers };
}

export type NearHash = { number: number; distance: number };

/**
 * Indexes hashes, so that those near another one are found without comparing it with all: about 120 bytes
 * of memory for each.
 * @returns finds the hashes that look like another one, by their numbers from 0
 */
export function indexHashes(hashes: readonly HashWords[]): (hash: HashWords) => NearHash[] {
  const words = Uint32Array.from(hashes.flat());
  const parts = Array.from({ length: PARTS }, (_, part) => indexPart(words, part));
  // The number of the search that has compared a hash last.
  const seen = new Uint32Array(hashes.length);
  let search = 0;

  function distanceTo(hash: HashWords, number: number): number {
    let distance = 0;
    for (let word = 0; word < WORDS && distance <= MATCH_DISTANCE; word++) {
      distance += countBits(hash[word]! ^ words[number * WORDS + word]!);
    }
    return distance;
  }

  return (hash) => {
    search++;
    const found: NearHash[] = [];
    for (const [part, { starts, numbers }] of parts.entries()) {
      const value = partOf(hash[part >> 1]!, part);
      for (const difference of NEAR) {
        const near = value ^ difference;
        for (let at = starts[near]!; at < starts[near + 1]!; at++) {
          const number = numbers[at]!;
          if (seen[number] === search) continue;
          seen[number] = search;
          const distance = distanceTo(hash, number);
          if (distance <= MATCH_DISTANCE) found.push({ number, distance });
        }
      }
    }
    return found;
  };
}
