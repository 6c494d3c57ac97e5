import { expect, test } from 'vitest';
import { uploadThroughCrash } from '../scripts/upload-test.ts';

test('an upload resumes after a crash, and a video that was being processed becomes ready', async () => {
  const lines: string[] = [];
  const bytes = 48 * 1024 ** 2 + 5;
  const { sent, resumedAt } = await uploadThroughCrash({
    bytes,
    print: (line) => lines.push(line),
  });
  expect(sent).toBe(16 * 1024 ** 2);
  expect(resumedAt).toBeGreaterThanOrEqual(sent);
  expect(lines.at(-1)).toMatch(/SHA-256 sent ([0-9a-f]{64}), stored \1/);
}, 180_000);
