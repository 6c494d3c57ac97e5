import { sql, type SQL } from 'drizzle-orm';
import { bigint, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { instant } from './columns.ts';
import {
  jsonArray,
  jsonObject,
  literal,
  orNull,
  prepareNamed,
  prepareSelect,
  selectPlannedOnce,
  selectRows,
  type SelectionOf,
} from './statement.ts';

const items = pgTable('items', {
  id: integer().notNull(),
  fullName: text(),
  madeAt: instant().notNull(),
  dueOn: date({ mode: 'string' }),
  sumCents: bigint({ mode: 'number' }).notNull(),
  percent: numeric({ precision: 5, scale: 2, mode: 'number' }),
});
const columns = {
  id: items.id,
  fullName: items.fullName,
  madeAt: items.madeAt,
  dueOn: items.dueOn,
  sumCents: items.sumCents,
  percent: items.percent,
};
const VALUES = sql`(values
  (1, 'Ada', '2026-03-01 12:00:00.5Z'::timestamptz, '2026-03-01'::date, 3000000000::bigint, 12.5::numeric),
  (2, null, '2026-03-02 12:00:00Z'::timestamptz, null, 0::bigint, null)
) as items (id, full_name, made_at, due_on, sum_cents, percent)`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('rows have the properties of the selection, with the types of its columns', async () => {
  const rows = await selectRows(
    app.pool,
    columns,
    (selected) => sql`select ${selected} from ${VALUES} order by ${items.id}`,
  );
  expectTypeOf(rows).toEqualTypeOf<(typeof items.$inferSelect)[]>();
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

test('expressions are decoded by their mapping, and null stays null', async () => {
  const [row] = await selectRows(
    app.pool,
    {
      sum: sql`(${items.sumCents} + 1)`.mapWith(Number),
      left: orNull(items.percent),
      name: sql`${items.fullName}`.mapWith((name: string) => name.toUpperCase()),
    },
    (selected) => sql`select ${selected} from ${VALUES} where ${items.id} = 2`,
  );
  expect(row).toEqual({ sum: 1, left: null, name: null });
});

test('JSON from the database has the names and types of the selection, with instants as text', async () => {
  const item = jsonObject({ id: items.id, madeAt: items.madeAt, "it's": items.fullName });
  const read = prepareSelect(
    app.pool,
    { all: jsonArray(item, sql`${items.id} desc`) },
    (selected) => sql`
      select ${selected} from ${VALUES} where ${items.id} <= ${sql.placeholder('most')}::int`,
    'statement_test',
  );
  const [row] = await read({ most: 1 });
  expectTypeOf(row!.all).toEqualTypeOf<{ id: number; madeAt: string; "it's": string | null }[]>();
  expect(row!.all).toEqual([{ id: 1, madeAt: '2026-03-01T12:00:00.5+00:00', "it's": 'Ada' }]);
  expect(await read({ most: 0 })).toEqual([{ all: [] }]);
});

test('a named statement runs in the transaction of its caller, and is written and planned once', async () => {
  let written = 0;
  const read = prepareNamed('statement_named_test', columns, (selected) => {
    written++;
    return sql`select ${selected} from ${VALUES} where ${items.id} = ${sql.placeholder('id')}::int`;
  });
  await app.db.transaction(async (tx) => {
    expect(await read(tx, { id: 1 })).toMatchObject([{ id: 1, madeAt: expect.any(Date) }]);
    expect(await read(tx, { id: 2 })).toMatchObject([{ id: 2, fullName: null }]);
    const { rows } = await tx.execute(
      sql`select name from pg_prepared_statements where name = 'statement_named_test'`,
    );
    expect(rows).toHaveLength(1);
  });
  expect(written).toBe(1);
});

test('a selection that lacks a field, or has one of another type, does not compile', () => {
  type Item = { id: number; fullName: string | null };
  const whole = { id: items.id, fullName: items.fullName } satisfies SelectionOf<Item>;
  // @ts-expect-error a field is missing
  const lacking = { id: items.id } satisfies SelectionOf<Item>;
  // @ts-expect-error the column is not of text
  const wrong = { id: items.id, fullName: items.percent } satisfies SelectionOf<Item>;
  // @ts-expect-error the column may be null
  const nullable = { id: items.percent, fullName: items.fullName } satisfies SelectionOf<Item>;
  expect([whole, lacking, wrong, nullable]).toHaveLength(4);
});

test('a statement is planned once per connection unless it has values that matter for its plan', async () => {
  const client = await app.pool.connect();
  const onClient = { query: client.query.bind(client) } as unknown as typeof app.pool;
  const find = (name: SQL, indifferent?: number | 'all') =>
    selectPlannedOnce(
      onClient,
      columns,
      (selected) => sql`select ${selected} from ${VALUES} where ${items.fullName} = ${name}`,
      indifferent,
    );
  const planned = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from pg_prepared_statements where statement like '%"full_name" = %'`,
    );
    return rows[0]!.count;
  };
  try {
    expect(await find(sql`${'Ada'}`)).toHaveLength(1);
    expect(await planned()).toBe(0);
    expect(await find(literal('Ada'))).toHaveLength(1);
    expect(await find(literal('Ada'))).toHaveLength(1);
    expect(await planned()).toBe(1);
    expect(await find(sql`${'Ada'}`, 1)).toHaveLength(1);
    expect(await planned()).toBe(2);
    expect(await find(sql`${'Bo'} and ${true}`, 'all')).toEqual([]);
    expect(await planned()).toBe(3);
    expect(await find(literal(`O'Hara\\'; select 1`))).toEqual([]);
  } finally {
    client.release();
  }
});
