import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = path.join(root, 'dist/client');
const SOURCES = ['src', 'scripts'];
const FILES = ['package-lock.json', 'vite.config.ts'];

function newestChange(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(...times);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Removes the files that were written before the previous build, so that those of one build remain beside
 * the new ones: a running process and the screens that are open still load them.
 * @param previous when the previous build began, in milliseconds
 */
export async function removeOlderBuilds(folder: string, previous: number): Promise<void> {
  const older = listFiles(folder).filter((file) => statSync(file).mtimeMs < previous);
  await Promise.all(older.map((file) => rm(file)));
}

/** Builds into folders of `dist` unless they are newer than their sources. The last one gets the stamp. */
async function buildOnce(
  outputs: string[],
  folders: string[],
  build: (started: Date) => Promise<void>,
): Promise<void> {
  // Written when everything else is, so that an interrupted build counts for nothing.
  const file = path.join(root, 'dist', outputs.at(-1)!, 'built');
  const built = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [
    ...folders.map((folder) => newestChange(path.join(root, folder))),
    ...FILES.map((name) => statSync(path.join(root, name)).mtimeMs),
  ];
  if (built > Math.max(...sources)) return;
  const started = new Date();
  await build(started);
  for (const output of outputs) await removeOlderBuilds(path.join(root, 'dist', output), built);
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
  // A start that is stopped meanwhile must not leave its build running.
  const endBuild = () => child.kill();
  process.once('exit', endBuild);
  const [code] = await once(child, 'exit');
  process.off('exit', endBuild);
  if (code !== 0) throw new Error('The product could not be built; the reason is above.');
}

/** Builds the pages into `dist` unless they are up to date. */
export function buildPages(): Promise<void> {
  return buildOnce(['client', 'server'], [...SOURCES, 'public'], async (started) => {
    console.log('Building the pages…');
    const vite = realpathSync(path.join(root, 'node_modules/.bin/vite'));
    await run(vite, 'build', '--logLevel', 'warn');
    await zipFiles(started);
  });
}

/** Bundles the server into `dist/product` unless it is up to date. */
export function buildServer(): Promise<void> {
  return buildOnce(['product'], SOURCES, () => run(path.join(root, 'scripts/bundle-server.ts')));
}

/** Builds the product where its sources have changed, as it is deployed. */
export async function buildProduct(): Promise<void> {
  await Promise.all([buildPages().then(() => compressPages()), buildServer()]);
}

/** What a process of the product runs. */
export type Entry = 'demo' | 'start' | 'migrate' | 'server-child';

/** Runs the product from the environment; it serves when its pages are there. */
export type Run = (pagesBuilt?: Promise<void>) => Promise<void>;

/** The address of an entry of the built server. */
export function builtEntry(name: Entry): URL {
  return new URL(`../dist/product/${name}.js`, import.meta.url);
}

/**
 * Builds the product where its sources have changed, and runs it in this process. The pages are built
 * while the database is prepared: each of the two keeps one core busy.
 */
export async function runBuilt(name: 'demo' | 'start'): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  const pages = buildPages();
  // Reported by the server, which waits for them.
  pages.catch(() => {});
  await buildServer();
  const { run } = (await import(builtEntry(name).href)) as { run: Run };
  await run(pages);
  // Serving does not depend on it.
  await compressPages().catch((error: unknown) => {
    console.error('The files of the pages could not be compressed:', error);
  });
}

const listTexts = (folder: string): string[] =>
  listFiles(folder).filter((file) => /\.(js|css|svg|html|webmanifest)$/.test(file));

// Once, instead of for every request.
async function zipFiles(since: Date): Promise<void> {
  const files = listTexts(CLIENT).filter((file) => statSync(file).mtimeMs >= since.getTime());
  await Promise.all(
    files.map(async (file) => {
      // Would be sent instead of the new file until that is compressed.
      await rm(`${file}.br`, { force: true });
      await writeFile(`${file}.gz`, await promisify(gzip)(await readFile(file), { level: 9 }));
    }),
  );
}

/**
 * Compresses the files of the pages with the best ratio, if they are not yet. This takes seconds, so a
 * start does it while it serves, one file after the other.
 */
export async function compressPages(folder = CLIENT): Promise<void> {
  for (const file of listTexts(folder)) {
    const compressed = `${file}.br`;
    const isUpToDate =
      existsSync(compressed) && statSync(compressed).mtimeMs >= statSync(file).mtimeMs;
    if (isUpToDate) continue;
    const unfinished = `${compressed}-${process.pid}`;
    await writeFile(unfinished, await promisify(brotliCompress)(await readFile(file)));
    await rename(unfinished, compressed);
  }
}

if (import.meta.main) await buildProduct();
