import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';
import { isLong } from '#test/long.ts';
import { demoFileKeys, listDemoFiles } from './demo-files.ts';
import { createPainter, readDemoFacts } from './paint-later.ts';

const root = mkdtempSync(path.join(tmpdir(), 'velvet-rope-demo-'));
// A storage creates its folders in the background, so they stay until the end.
afterAll(() => rmSync(root, { recursive: true }));
const makeFolder = () => mkdtempSync(path.join(root, 'data-'));

test('a picture that is not painted yet is painted for its reader, and the mark goes with the last', async () => {
  const folder = makeFolder();
  const stored = openLocalStorage(folder);
  const painter = createPainter();
  const storage = painter.wrap(stored);
  const facts = await painter.postpone(folder);
  const missing = 'demo-avatar-3';
  for (const [name, file] of Object.entries(facts)) {
    if (name !== missing) for (const key of demoFileKeys(file)) await stored.put(key, 'painted');
  }
  const steps: string[] = [];
  await painter.start(folder, (done, all) => steps.push(`${done} of ${all}`));

  const [original, small] = demoFileKeys(facts[missing]!);
  expect((await storage.getBytes(small!))!.subarray(8, 12).toString()).toBe('WEBP');
  expect(await storage.size(original!)).toBeGreaterThan(10_000);
  await vi.waitFor(
    () => expect(existsSync(path.join(folder, 'unpainted-demo'))).toBe(false),
    30_000,
  );
  expect(steps.at(-1)).toBe('148 of 148');
  const [other] = demoFileKeys(facts['demo-video-ember']!);
  expect(String(await storage.getBytes(other!))).toBe('painted');
});

test('a demo whose files are all painted starts no painter', async () => {
  const folder = makeFolder();
  const painter = createPainter();
  await painter.start(folder, () => expect.unreachable());
  const storage = painter.wrap(openLocalStorage(folder));
  expect(await storage.getBytes('public/demo-avatar-3-640x640-1b472b.w320.webp')).toBeNull();
});

// `npm run demo:files` writes the facts again.
test('the facts of the files are those of what is painted', async () => {
  const storage = openLocalStorage(makeFolder());
  const facts = await readDemoFacts();
  const files = listDemoFiles();
  expect(files.map(({ name }) => name).sort()).toEqual(Object.keys(facts).sort());
  const kinds = ['demo-avatar-0', 'demo-page-0-1', 'demo-post-ember-0', 'demo-post-ember-1'];
  for (const { name, store } of files) {
    if (!isLong && !kinds.includes(name)) continue;
    expect(await store(storage)).toEqual(facts[name]);
    for (const key of demoFileKeys(facts[name]!)) expect(await storage.exists(key)).toBe(true);
  }
}, 300_000);
