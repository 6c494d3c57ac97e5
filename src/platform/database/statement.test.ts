import { sql } from 'drizzle-orm';
import { bigint, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { instant } from './columns.ts';
import {
  jsonArray,
  jsonObject,
  orNull,
  prepareSelect,
  selectRows,
  type SelectionOf,
} from './statement.ts';

const things = pgTable('things', {
  id: integer().notNull(),
  fullName: text(),
  madeAt: instant().notNull(),
  dueOn: date({ mode: 'string' }),
  sumCents: bigint({ mode: 'number' }).notNull(),
  percent: numeric({ precision: 5, scale: 2, mode: 'number' }),
});
const columns = {
  id: things.id,
  fullName: things.fullName,
  madeAt: things.madeAt,
  dueOn: things.dueOn,
  sumCents: things.sumCents,
  percent: things.percent,
};
const VALUES = sql`(values
  (1, 'Ada', '2026-03-01 12:00:00.5Z'::timestamptz, '2026-03-01'::date, 3000000000::bigint, 12.5::numeric),
  (2, null, '2026-03-02 12:00:00Z'::timestamptz, null, 0::bigint, null)
) as things (id, full_name, made_at, due_on, sum_cents, percent)`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('rows hold what their selection says, with the types of its columns', async () => {
  const rows = await selectRows(
    app.pool,
    columns,
    (selected) => sql`select ${selected} from ${VALUES} order by ${things.id}`,
  );
  expectTypeOf(rows).toEqualTypeOf<(typeof things.$inferSelect)[]>();
  expect(rows).toEqual([
    {
      id: 1,
      fullName: 'Ada',
      madeAt: new Date('2026-03-01T12:00:00.500Z'),
      dueOn: '2026-03-01',
      sumCents: 3_000_000_000,
      percent: 12.5,
    },
    {
      id: 2,
      fullName: null,
      madeAt: new Date('2026-03-02T12:00:00Z'),
      dueOn: null,
      sumCents: 0,
      percent: null,
    },
  ]);
});

test('expressions are decoded by what they are mapped with, unless they are null', async () => {
  const [row] = await selectRows(
    app.pool,
    {
      sum: sql`(${things.sumCents} + 1)`.mapWith(Number),
      left: orNull(things.percent),
      name: sql`${things.fullName}`.mapWith((name: string) => name.toUpperCase()),
    },
    (selected) => sql`select ${selected} from ${VALUES} where ${things.id} = 2`,
  );
  expect(row).toEqual({ sum: 1, left: null, name: null });
});

test('JSON of the database has the names and types of its selection, instants as text', async () => {
  const thing = jsonObject({ id: things.id, madeAt: things.madeAt, "it's": things.fullName });
  const read = prepareSelect(
    app.pool,
    { all: jsonArray(thing, sql`${things.id} desc`) },
    (selected) => sql`
      select ${selected} from ${VALUES} where ${things.id} <= ${sql.placeholder('most')}::int`,
    'statement_test',
  );
  const [row] = await read({ most: 1 });
  expectTypeOf(row!.all).toEqualTypeOf<{ id: number; madeAt: string; "it's": string | null }[]>();
  expect(row!.all).toEqual([{ id: 1, madeAt: '2026-03-01T12:00:00.5+00:00', "it's": 'Ada' }]);
  expect(await read({ most: 0 })).toEqual([{ all: [] }]);
});

test('a selection that lacks a field, or has one of another type, does not compile', () => {
  type Thing = { id: number; fullName: string | null };
  const whole = { id: things.id, fullName: things.fullName } satisfies SelectionOf<Thing>;
  // @ts-expect-error a field is missing
  const lacking = { id: things.id } satisfies SelectionOf<Thing>;
  // @ts-expect-error the column is not of text
  const wrong = { id: things.id, fullName: things.percent } satisfies SelectionOf<Thing>;
  // @ts-expect-error the column may be null
  const nullable = { id: things.percent, fullName: things.fullName } satisfies SelectionOf<Thing>;
  expect([whole, lacking, wrong, nullable]).toHaveLength(4);
});
