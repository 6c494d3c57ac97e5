import { expect, test } from 'vitest';
import { IMPORT_LIMIT } from '../blocked-files.schema.ts';
import { readHashList } from './read-hash-list.ts';

const [A, B] = ['0a'.repeat(32), 'ff'.repeat(32)];

/** The text in pieces of so many bytes. */
async function* inPieces(text: string, size = 1_000_000) {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

test.each([1, 7, 65, 1_000])('a list is read alike in pieces of %d bytes', async (size) => {
  const text = `\uFEFF# Hashes – of a partner\r\n${A.toUpperCase()}, “note”\r\n\r\n  ${B};x\n${A}`;
  expect(await readHashList(inPieces(text, size))).toEqual({ hashes: [A, B, A], problems: [] });
});

test('lines that are no hash are named by their number, the first twenty of them', async () => {
  const { problems } = await readHashList(
    inPieces(`${A}\n<script>\n# no\n${A}0\n${'no\n'.repeat(99)}`),
  );
  expect(problems).toHaveLength(20);
  expect(problems.slice(0, 3)).toEqual([
    { line: 2, text: '<script>' },
    { line: 4, text: `${A}0`.slice(0, 80) },
    { line: 5, text: 'no' },
  ]);
});

test('a list of as many lines as are allowed is read, also with a line break at its end', async () => {
  const { hashes } = await readHashList(inPieces(`${A}\n`.repeat(IMPORT_LIMIT)));
  expect(hashes).toHaveLength(IMPORT_LIMIT);
});

test('a list that never ends is not read to its end', async () => {
  let pieces = 0;
  async function* endless(piece: string) {
    for (;;) {
      pieces += 1;
      yield new TextEncoder().encode(piece);
    }
  }
  const limit = IMPORT_LIMIT.toLocaleString('en');
  await expect(readHashList(endless(`${A}\n`.repeat(1_000)))).rejects.toThrow(`At most ${limit}`);
  await expect(readHashList(endless('0'.repeat(1_000)))).rejects.toThrow('a line never ends');
  await expect(readHashList(endless('#\n'.repeat(50_000)))).rejects.toThrow(`At most ${limit}`);
  expect(pieces).toBeLessThan(230);
});
