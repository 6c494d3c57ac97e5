// Lists the licenses of the installed packages that the product uses, with their packages.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
