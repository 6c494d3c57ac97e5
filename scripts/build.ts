import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Written when everything else is, so that an interrupted build counts for nothing. */
const BUILT = path.join(root, 'dist/server/built');

function newestChange(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(...times);
}

/** Builds the pages into `dist` unless they are up to date. */
export async function buildPages(): Promise<void> {
  const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = Math.max(
    newestChange(path.join(root, 'src')),
    newestChange(path.join(root, 'public')),
    ...['package-lock.json', 'vite.config.ts', 'scripts/chunks.ts'].map(
      (file) => statSync(path.join(root, file)).mtimeMs,
    ),
  );
  if (built > sources) return;
  const started = new Date();
  console.log('Building the pages…');
  // In a separate process, which frees the memory of the build when it ends.
  const vite = realpathSync(path.join(root, 'node_modules/.bin/vite'));
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The pages could not be built; the reason is above.');
  await compressFiles(path.join(root, 'dist/client'));
  await writeFile(BUILT, '');
  // A source that changed during the build is newer.
  await utimes(BUILT, started, started);
}

// Compresses files once with the best ratio, instead of for every request.
async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|svg|html|webmanifest)$/.test(name))
    .map((name) => path.join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (import.meta.main) await buildPages();
