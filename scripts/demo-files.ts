// Writes what the database says of the demo's pictures and videos, so that the demo can open before
// they are painted. Run it after a change of what they look like.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeDemoPictures } from '#src/demo/media/pictures.ts';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'demo-files-'));
try {
  const facts = await storeDemoPictures(openLocalStorage(folder), (done, all) =>
    console.log(`${done} of ${all}`),
  );
  const sorted = Object.fromEntries(Object.entries(facts).sort(([a], [b]) => a.localeCompare(b)));
  const target = new URL('../src/demo/media/demo-files.json', import.meta.url);
  writeFileSync(target, `${JSON.stringify(sorted, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
