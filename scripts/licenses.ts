// Lists the licenses of the installed packages that the product uses, with their packages, and what the
// binary with FFmpeg says of itself: its package states the license of the bindings alone.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getFFmpegInfo } from 'node-av/lib';

type Installed = { version: string; dev?: boolean; license?: string };

const root = fileURLToPath(new URL('..', import.meta.url));
const list = readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8');
const { packages } = JSON.parse(list) as { packages: Record<string, Installed> };

const used = Object.entries(packages)
  .filter(([, { dev }]) => !dev)
  .map(([folder, { version, license }]) => ({
    name: `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
    license: license ?? 'no license stated',
  }));
const byLicense = Map.groupBy(used, ({ license }) => license);
for (const [license, found] of [...byLicense].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${license} (${found.length})`);
  for (const { name } of found) console.log(`  ${name}`);
}

const { version, configuration } = getFFmpegInfo();
const isBuiltWith = (option: string) => configuration.split(' ').includes(`--enable-${option}`);
const gplVersion = isBuiltWith('version3') ? '3 or later' : '2 or later';
const license = isBuiltWith('gpl') ? `GPL ${gplVersion}` : 'LGPL';
const parts = configuration.match(/(?<=--enable-)lib[\w-]+/g) ?? [];
console.log(`
The binary of node-av contains FFmpeg ${version}, built under the ${license}, with ${parts.join(', ')}.`);
if (isBuiltWith('libfdk-aac')) {
  console.log(
    'libfdk-aac is not free software and cannot be combined with the GPL: do not pass this binary on. See docs/updating.md.',
  );
}
