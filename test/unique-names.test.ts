import { getTableColumns, isTable } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { findUniqueName } from '#src/platform/database/db.ts';
import { createTestApp, type TestApp } from './harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const modules = import.meta.glob<Record<string, unknown>>('../src/**/*.table.ts', { eager: true });
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((exported) => isTable(exported)) as PgTable[];

test('every declared unique name is a unique index of the database', async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where indisunique`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  const names = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).flatMap((column) => {
      const name = findUniqueName(column as Parameters<typeof findUniqueName>[0]);
      return name ? [`${getTableConfig(table).name}: ${name}`] : [];
    }),
  );
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !existing.has(name.split(': ')[1]!))).toEqual([]);
});

test('columns with uniqueness checks are unique', () => {
  for (const column of [users.email, profiles.publicUrl]) {
    expect(findUniqueName(column)).not.toBeNull();
  }
  expect(findUniqueName(profiles.fullName)).toBeNull();
});
