import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { requireStorableText } from '#src/platform/http/storable-text.ts';
import type { Sort } from '../marketplace.schema.ts';

// Instants in milliseconds up to the year 9999, which PostgreSQL takes.
const instantKey = z.int().min(0).max(253_402_300_799_999);
const priceKey = z.int().min(0).max(2_147_483_647);
const nameKey = z.string();

type Order = {
  key: SQL;
  descending: boolean;
  cursorKey: z.ZodType<string | number>;
  fromCursor: (key: string | number) => SQL;
};

const byNewest = {
  key: sql`${profiles.createdAt}`,
  cursorKey: instantKey,
  fromCursor: (key: string | number) => sql`to_timestamp(${key}::float8 / 1000)`,
};
const byPrice = {
  key: sql`${subscriptionPlans.priceMonthlyCents}`,
  cursorKey: priceKey,
  fromCursor: (key: string | number) => sql`${key}::int`,
};

export const nameSortKey = sql<string>`lower(${profiles.fullName})`;

const orders: Record<Sort, Order> = {
  newest: { ...byNewest, descending: true },
  oldest: { ...byNewest, descending: false },
  'price-high': { ...byPrice, descending: true },
  'price-low': { ...byPrice, descending: false },
  name: {
    key: nameSortKey,
    descending: false,
    cursorKey: nameKey,
    fromCursor: (key) => sql`${key}::text`,
  },
};

/** The order of a list; the id makes it total, so that pages neither skip nor repeat. */
export function orderBy(sort: Sort): SQL[] {
  const { key, descending } = orders[sort];
  return descending
    ? [sql`${key} desc`, sql`${profiles.id} desc`]
    : [sql`${key} asc`, sql`${profiles.id} asc`];
}

/** What comes after the row that a cursor names. @throws DomainError 'invalid-input' */
export function afterCursor(sort: Sort, cursor: string): SQL {
  const { key, descending, cursorKey, fromCursor } = orders[sort];
  const parsed = z.tuple([cursorKey, z.uuid()]).safeParse(readJson(cursor));
  if (!parsed.success) throw new DomainError('invalid-input', 'The cursor is not valid');
  requireStorableText(parsed.data);
  const [lastKey, lastId] = parsed.data;
  const last = sql`(${fromCursor(lastKey)}, ${lastId}::uuid)`;
  const row = sql`(${key}, ${profiles.id})`;
  return descending ? sql`${row} < ${last}` : sql`${row} > ${last}`;
}

type LastRow = { id: string; createdAt: Date; priceCents: number; nameKey: string };

/** The cursor that names a row in a list of this order. */
export function cursorOf(
  sort: Sort,
  { id, createdAt, priceCents, nameKey: name }: LastRow,
): string {
  const keys: Record<Sort, string | number> = {
    newest: createdAt.getTime(),
    oldest: createdAt.getTime(),
    'price-high': priceCents,
    'price-low': priceCents,
    name,
  };
  return Buffer.from(JSON.stringify([keys[sort], id])).toString('base64url');
}

function readJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
