import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { DemoFileFacts } from '#src/demo/media/demo-files.ts';
import { storeDemoPictures } from '#src/demo/media/pictures.ts';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';
import type { Storage } from '#src/platform/storage/storage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = path.join(root, 'node_modules/.cache/velvet-rope');
const PREFIX = 'demo-pictures-';
/** Packages that decode and encode pictures and videos. */
const PACKAGES = ['sharp', 'node-av'];

type Progress = (done: number, all: number) => void;

/**
 * Stores the pictures and videos of the demo like `storeDemoPictures`, but caches them until the code
 * that creates them changes. For tests, which start many demos.
 */
export async function storeCachedPictures(
  storage: Storage,
  progress: Progress,
): Promise<Record<string, DemoFileFacts>> {
  const version = path.join(CACHE, PREFIX + hashSources());
  if (!existsSync(version)) await fillCache(version, progress);
  const files = path.join(version, 'storage');
  for (const entry of readdirSync(files, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(files, file).split(path.sep).join('/');
    await storage.put(key, await readFile(file));
  }
  return deserialize(readFileSync(path.join(version, 'pictures'))) as Record<string, DemoFileFacts>;
}

async function fillCache(version: string, progress: Progress): Promise<void> {
  const scratch = `${version}.new-${process.pid}`;
  await mkdir(scratch, { recursive: true });
  const pictures = await storeDemoPictures(openLocalStorage(scratch), progress);
  await writeFile(path.join(scratch, 'pictures'), serialize(pictures));
  const others = readdirSync(CACHE).filter(
    (name) => name.startsWith(PREFIX) && !name.includes('.new-'),
  );
  for (const name of others) await rm(path.join(CACHE, name), { recursive: true, force: true });
  if (existsSync(version)) await rm(scratch, { recursive: true });
  else await rename(scratch, version);
}

/** Hashes the sources of the pictures with all their imports. */
function hashSources(): string {
  const hash = createHash('sha256');
  const files = new Set([fileURLToPath(import.meta.resolve('#src/demo/media/pictures.ts'))]);
  // Iterating a set includes elements added during the iteration.
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    hash.update(path.relative(root, file)).update(source);
    for (const [, name = ''] of source.matchAll(/['"]((?:#src|\.\.?)\/[\w./-]+\.ts)['"]/g)) {
      const found = name.startsWith('#')
        ? fileURLToPath(import.meta.resolve(name))
        : path.resolve(path.dirname(file), name);
      files.add(found);
    }
  }
  for (const name of PACKAGES) {
    const manifest = readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8');
    hash.update((JSON.parse(manifest) as { version: string }).version);
  }
  return hash.digest('hex').slice(0, 16);
}
