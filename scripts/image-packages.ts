// Leaves in package.json what the built server needs from node_modules, so that `npm prune` removes the
// rest: it is in the bundles, or of development alone. An image has a Node and a PostgreSQL of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { FOUND_PACKAGES, LOADED_PACKAGES } from './server-packages.ts';

type Manifest = { dependencies: Record<string, string> } & Record<string, unknown>;

const file = new URL('../package.json', import.meta.url);
const { optionalDependencies: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const needed = [...LOADED_PACKAGES, ...FOUND_PACKAGES];
const dependencies = Object.fromEntries(needed.map((name) => [name, manifest.dependencies[name]!]));
writeFileSync(file, JSON.stringify({ ...manifest, dependencies }, null, 2));
