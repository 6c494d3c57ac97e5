import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DOMAINS,
  FEATURES,
  findForeignTables,
  readTableOwners,
  findImportViolation,
  ROOT,
} from '../lint/architecture.ts';

const feature = (name: string, file: string) => `src/features/${name}/${file}`;

test('the order of features names every folder of src/features, and no other', () => {
  const folders = globSync('src/features/*/*', { cwd: ROOT }).map((folder) =>
    path.relative('src/features', folder).split(path.sep).join('/'),
  );
  expect(folders.toSorted()).toEqual(FEATURES.toSorted());
});

describe('an import is refused', () => {
  test.each([
    [
      'from an earlier feature to a later one',
      'content/media',
      'server/media.ts',
      'content/posts',
      'server/posts.ts',
    ],
    [
      'from an earlier domain to a later one',
      'money/plans',
      'plans.schema.ts',
      'work/tasks',
      'tasks.schema.ts',
    ],
    [
      'from a screen to the server',
      'work/tasks',
      'ui/tasks-page.tsx',
      'work/tasks',
      'server/tasks.ts',
    ],
    [
      'from the server to a screen',
      'work/tasks',
      'server/tasks.ts',
      'work/tasks',
      'ui/due-words.ts',
    ],
    [
      'from shapes to the server',
      'work/tasks',
      'tasks.schema.ts',
      'work/tasks',
      'server/tasks.table.ts',
    ],
    [
      'from a feature that is missing in the order',
      'work/chat',
      'server/chat.ts',
      'work/tasks',
      'tasks.schema.ts',
    ],
  ])('%s', (_rule, from, file, to, imported) => {
    expect(findImportViolation(feature(from, file), feature(to, imported))).toMatch(/\w/);
  });

  test.each([
    ['src/lib/money.ts', 'src/platform/jobs/jobs.ts'],
    ['src/ui/page/notice.tsx', 'src/features/work/tasks/tasks.rules.ts'],
    ['src/platform/jobs/jobs.ts', 'src/features/work/tasks/tasks.schema.ts'],
    ['src/server/api.ts', 'src/features/work/tasks/ui/tasks-page.tsx'],
    ['src/web/routes/index.tsx', 'src/features/work/tasks/server/tasks.ts'],
    ['src/features/work/tasks/server/tasks.ts', 'src/server/services.ts'],
  ])('from %s to %s', (file, imported) => {
    expect(findImportViolation(file, imported)).toMatch(/\w/);
  });
});

test.each([
  ['content/posts', 'server/posts.ts', 'content/media', 'server/content-media.table.ts'],
  ['work/tasks', 'ui/tasks-page.tsx', 'content/media', 'ui/media-uploader.tsx'],
  ['backoffice/users', 'users.schema.ts', 'identity/profile', 'profile.schema.ts'],
])('%s/%s may import what comes before it', (from, file, to, imported) => {
  expect(findImportViolation(feature(from, file), feature(to, imported))).toBeNull();
});

test('the owner of a table is the feature that declares it', () => {
  const owners = readTableOwners();
  expect(owners.get('content_media')).toBe('content/media');
  expect(owners.get('user_subscriptions')).toBe('money/subscriptions');
  expect(owners.size).toBeGreaterThan(25);
});

test.each([
  ['select from tasks t where t.id = $1', 'content/posts', [['tasks', 'work/tasks']]],
  ['insert into user_roles (role) select', 'work/tasks', [['user_roles', 'identity/accounts']]],
  ['update "payouts" set status', 'money/earnings', [['payouts', 'money/payouts']]],
  ['select from tasks', 'work/tasks', []],
  ['with made as (select 1) select from made', 'work/tasks', []],
])('of %s, %s names the tables of others', (sql, owner, foreign) => {
  expect(findForeignTables(sql, owner)).toEqual(foreign);
});

test('ARCHITECTURE.md draws and describes the features in the order that the lint rule has', () => {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const drawing = /```\n( {2}backoffice {3}[^`]*?)\n\n/.exec(text)![1]!;
  const drawn = drawing
    .split(/^ {2}(?=[a-z])/m)
    .filter((row) => row.includes('→'))
    .map((row) => {
      const [domain, ...features] = row.split('→').flatMap((part) => part.match(/[a-z][a-z-]*/g)!);
      return [domain, features];
    });
  expect(Object.fromEntries(drawn)).toEqual(DOMAINS);
  expect(drawn.map(([domain]) => domain)).toEqual(Object.keys(DOMAINS).toReversed());
  for (const features of Object.values(DOMAINS)) {
    for (const feature of features) expect(text).toContain(`- \`${feature}\`: `);
  }
});
