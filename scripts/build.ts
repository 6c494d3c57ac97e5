import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'scripts'];
const FILES = ['package-lock.json', 'vite.config.ts'];

function newestChange(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(...times);
}

/** Builds what a stamp stands for, unless it is newer than its sources. */
async function buildOnce(
  stamp: string,
  folders: string[],
  build: () => Promise<void>,
): Promise<void> {
  // Written when everything else is, so that an interrupted build counts for nothing.
  const file = path.join(root, 'dist', stamp);
  const built = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [
    ...folders.map((folder) => newestChange(path.join(root, folder))),
    ...FILES.map((name) => statSync(path.join(root, name)).mtimeMs),
  ];
  if (built > Math.max(...sources)) return;
  const started = new Date();
  await build();
  await writeFile(file, '');
  // A source that changed during the build is newer.
  await utimes(file, started, started);
}

/** Runs a script of a package or of this project in a separate process, which frees its memory. */
async function run(script: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The product could not be built; the reason is above.');
}

/** Builds the pages into `dist` unless they are up to date. */
export function buildPages(): Promise<void> {
  return buildOnce('server/built', [...SOURCES, 'public'], async () => {
    console.log('Building the pages…');
    const vite = realpathSync(path.join(root, 'node_modules/.bin/vite'));
    await run(vite, 'build', '--logLevel', 'warn');
    await compressFiles(path.join(root, 'dist/client'));
  });
}

/** Bundles the server into `dist/product` unless it is up to date. */
export function buildServer(): Promise<void> {
  return buildOnce('product/built', SOURCES, () =>
    run(path.join(root, 'scripts/bundle-server.ts')),
  );
}

/** The address of an entry of the built server. */
export function builtEntry(name: 'demo' | 'start' | 'migrate' | 'server-child'): URL {
  return new URL(`../dist/product/${name}.js`, import.meta.url);
}

/** Builds the product where its sources have changed, and runs it in this process. */
export async function runBuilt(name: 'demo' | 'start' | 'migrate'): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  await Promise.all([buildPages(), buildServer()]);
  await import(builtEntry(name).href);
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

if (import.meta.main) await Promise.all([buildPages(), buildServer()]);
