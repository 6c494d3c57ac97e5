import { expect, test } from 'vitest';
import { uploadThroughCrash } from '../scripts/upload-test.ts';

test('an upload goes on where it was after the product was killed, and a film that was being processed then is ready soon after', async () => {
  const said: string[] = [];
  const bytes = 48 * 1024 ** 2 + 5;
  const { sent, kept } = await uploadThroughCrash({ bytes, print: (line) => said.push(line) });
  expect(sent).toBe(16 * 1024 ** 2);
  expect(kept).toBeGreaterThanOrEqual(sent);
  expect(said.at(-1)).toMatch(/SHA-256 sent ([0-9a-f]{64}), stored \1/);
}, 180_000);
