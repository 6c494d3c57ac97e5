import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const find = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
];

/** Variables in the table of docs/configuration.md. */
const documented = new Set(
  find(read('docs/configuration.md'), /^\| (`[A-Z].+?) \|/gm).flatMap((cell) =>
    find(cell, /`([A-Z0-9_]+)`/g),
  ),
);
/** Variables that Node, PostgreSQL, worker processes and the proxy of the compose file read. */
const OF_OTHERS = ['NODE_ENV', 'POSTGRES_PASSWORD', 'S3_SECRET', 'SITE', 'WORKER_NUMBER'];

test('the documented table has every variable of the configuration, and no other', () => {
  const sources = ['config', 'database', 'backup', 'log'].flatMap((folder) =>
    readdirSync(new URL(`src/platform/${folder}`, ROOT))
      .filter((name) => name.endsWith('.ts') && !name.includes('.test'))
      .map((name) => read(`src/platform/${folder}/${name}`)),
  );
  const configured = find(sources.join('\n'), /^ {2,4}([A-Z][A-Z0-9_]{3,}): /gm);
  const names = configured.filter((name) => !OF_OTHERS.includes(name));
  expect(names.toSorted()).toEqual([...documented].toSorted());
});

test('the files for deployment set variables that exist', () => {
  const environments = ['kubernetes/velvet-rope.env', 'kubernetes/secrets.env.example'];
  const set = [
    ...environments.flatMap((name) => find(read(`deploy/${name}`), /^([A-Z0-9_]+)=/gm)),
    ...find(read('deploy/compose.yml'), /\$\{([A-Z0-9_]+)/g),
    // The settings of the product, which stand before those of other services.
    ...find(read('deploy/compose.yml').split('\n  database:')[0]!, /^ {6}([A-Z0-9_]+):/gm),
    ...find(read('Dockerfile'), /(?:ENV| )([A-Z][A-Z0-9_]+)=(?!\$)/g).filter(
      (name) => name !== 'BASE',
    ),
  ];
  expect(set.filter((name) => !documented.has(name) && !OF_OTHERS.includes(name))).toEqual([]);
});
