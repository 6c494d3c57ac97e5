import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import drizzleConfig from '../../../drizzle.config.ts';

const FOLDER = new URL('../../../drizzle/', import.meta.url);
/** Migrations up to this one were written before releases had to work beside each other. */
const BEFORE = '0089';

/** What a process of the release before may fail on. */
const BREAKING = [
  /\bdrop (table|column|type)\b/i,
  /\brename (to|column|constraint)\b/i,
  /\balter column\b[^;]*\b(set data type|type|set not null)\b/i,
  /\badd column\b(?![^;]*\bdefault\b)[^;]*\bnot null\b/i,
];

const breaks = (sql: string): boolean => BREAKING.some((pattern) => pattern.test(sql));

test('a migration that the release before cannot work with says why it may run', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= BEFORE);
  const silent = files.filter((name) => {
    const sql = readFileSync(new URL(name, FOLDER), 'utf8');
    return breaks(sql) && !/^-- Contract: \S/m.test(sql);
  });
  expect(silent, 'see docs/updating.md, "Migrations"').toEqual([]);
});

test.each([
  'ALTER TABLE "posts" DROP COLUMN "title";',
  'ALTER TABLE "posts" RENAME COLUMN "title" TO "name";',
  'ALTER TABLE "posts" ALTER COLUMN "title" SET NOT NULL;',
  'ALTER TABLE "posts" ALTER COLUMN "likes" SET DATA TYPE bigint;',
  'ALTER TABLE "posts" ADD COLUMN "title" text NOT NULL;',
  'DROP TABLE "posts";',
])('%s breaks the release before', (sql) => {
  expect(breaks(sql)).toBe(true);
});

test.each([
  'ALTER TABLE "posts" ADD COLUMN "title" text;',
  `ALTER TABLE "posts" ADD COLUMN "title" text DEFAULT '' NOT NULL;`,
  'ALTER TABLE "posts" ADD CONSTRAINT "posts_title" CHECK (title is not null);',
  'DROP INDEX "posts_title";',
])('%s does not', (sql) => {
  expect(breaks(sql)).toBe(false);
});

test('the migrations make the tables that the code describes', async () => {
  const root = fileURLToPath(new URL('..', FOLDER));
  const schema: Record<string, unknown> = {};
  for (const file of globSync(drizzleConfig.schema as string[], { cwd: root })) {
    Object.assign(schema, await import(path.join(root, file)));
  }
  const newest = readdirSync(new URL('meta/', FOLDER))
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1)!;
  const described = generateDrizzleJson(schema, undefined, undefined, drizzleConfig.casing);
  const migrated = JSON.parse(
    readFileSync(new URL(`meta/${newest}`, FOLDER), 'utf8'),
  ) as typeof described;
  expect(
    await generateMigration(migrated, described),
    'npm run db:generate -- --name=what',
  ).toEqual([]);
});
