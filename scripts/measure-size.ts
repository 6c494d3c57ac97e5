import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOMAINS, FEATURES, locateSource, ROOT } from '../lint/architecture.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Files by pattern, as paths from the root of the project. */
const list = (pattern: string | string[]): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: ['node_modules/**', 'dist/**'] });

const countLines = (files: string[]): number =>
  files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);

const countMatches = (files: string[], pattern: RegExp): number =>
  files.reduce((sum, file) => sum + [...read(file).matchAll(pattern)].length, 0);

const IS_NO_PRODUCT = /\.(test|testing|gen)\.tsx?$/;
const listCode = (): string[] => list('src/**/*.{ts,tsx}').filter((f) => !IS_NO_PRODUCT.test(f));

/** The rooms of the product from the ground up; an import leads down. */
const ROOMS = ['lib', 'platform', 'ui', 'client', ...Object.keys(DOMAINS), 'server', 'demo', 'web'];

function roomOf(file: string): string {
  const location = locateSource(file);
  return location.layer === 'feature' ? location.feature.split('/')[0]! : location.layer;
}

/** The folder where a file lies, which tells a file that stands in the wrong room. */
const folderOf = (file: string): string =>
  file.startsWith('src/features/') ? roomOf(file) : file.split('/')[1]!;

/** Pairs of folders of which the lower one imports from the higher one. */
export function listArrowsUp(): string[] {
  const arrows = new Set<string>();
  for (const file of listCode()) {
    for (const [, imported] of read(file).matchAll(/from '#(src\/[^']+)'/g)) {
      const [from, to] = [folderOf(file), folderOf(imported!)];
      if (ROOMS.indexOf(from) < ROOMS.indexOf(to)) arrows.add(`${from} → ${to}`);
    }
  }
  return [...arrows].toSorted();
}

/** The functions or triggers that exist after all migrations. */
function countInDatabase(kind: 'function' | 'trigger'): number {
  const created = new Set<string>();
  const statement = new RegExp(
    `(create|drop)\\s+(?:or\\s+replace\\s+)?(?:constraint\\s+)?${kind}\\s+(?:if\\s+exists\\s+)?"?(\\w+)"?(?:[^;]*?\\son\\s+"?(\\w+)"?)?`,
    'gi',
  );
  for (const file of list('drizzle/*.sql').toSorted()) {
    for (const [, verb, name, table] of read(file).matchAll(statement)) {
      const key = kind === 'trigger' ? `${name} ${table}` : name!;
      if (verb!.toLowerCase() === 'create') created.add(key);
      else created.delete(key);
    }
  }
  return created.size;
}

function countVariables(): number {
  const names = list('src/**/*config*.ts').flatMap((file) =>
    [...read(file).matchAll(/^\s+([A-Z][A-Z0-9]*_?[A-Z0-9_]*):/gm)].map(([, name]) => name),
  );
  return new Set(names).size;
}

function countDependencies(): number {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  return Object.keys(dependencies).length;
}

const OPERATION = /\.(?:get|post|put|patch|delete)\(\s*'\/api\//g;

/** How large the product is, by what an engineer has to know. */
export function measureSize(): Record<string, number> {
  const documents = list(['*.md', 'docs/**/*.md']);
  return {
    'lines of product code': countLines(listCode()),
    'lines of CSS': countLines(list('src/**/*.css')),
    features: FEATURES.length,
    operations: countMatches(list('src/**/*.api.ts'), OPERATION),
    tables: countMatches(list('src/**/*.table.ts'), /\bpgTable\(/g),
    'functions in SQL': countInDatabase('function'),
    'triggers in SQL': countInDatabase('trigger'),
    'configuration variables': countVariables(),
    dependencies: countDependencies(),
    'decision records': list('docs/decisions/[0-9]*.md').length,
    'words of documents': countMatches(documents, /\S+/g),
    'arrows back up': listArrowsUp().length,
  };
}

/** The figures that `npm run size` compares with. */
export type Sizes = {
  recorded: Record<string, number>;
  /** What was allowed to make figures larger since they were recorded. */
  raises: { for: string; by: Record<string, number> }[];
};

export const SIZES_FILE = fileURLToPath(new URL('sizes.json', import.meta.url));

export function readSizes(): Sizes {
  return JSON.parse(readFileSync(SIZES_FILE, 'utf8')) as Sizes;
}

/** The largest value that a figure may have; 0 for an unknown figure. */
export function allowedSize({ recorded, raises }: Sizes, figure: string): number {
  const raised = raises.reduce((sum, { by }) => sum + (by[figure] ?? 0), 0);
  return (recorded[figure] ?? 0) + raised;
}
