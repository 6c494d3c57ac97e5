import { sql, type Column, type SQL } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';

/** The types that a list can be ordered by. */
type KeyType = 'text' | 'timestamptz' | 'date' | 'bigint' | 'numeric';

/** The order of a list: by an expression that is never null, then by a uuid as tie-breaker. */
export type Order = {
  by: SQL | Column;
  type: KeyType;
  id: SQL | Column;
  descending: boolean;
};

/** A position in a list: the order key of a row as text, and the id of the row. */
export type Position = { key: string; id: string };

const INSTANT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d{1,6})?(?:Z|\+00)$/;

// Rejects dates such as February 30, which match the pattern but fail in the database.
function isInstant(text: string): boolean {
  const [, date, time] = INSTANT.exec(text) ?? [];
  if (date === undefined || date.startsWith('0000')) return false;
  const instant = new Date(`${date}T${time}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${date}T${time}`);
}

const IS_KEY: Record<KeyType, (text: string) => boolean> = {
  text: (text) => !text.includes('\0') && text.isWellFormed(),
  timestamptz: (text) => /^-?infinity$/.test(text) || isInstant(text),
  date: (text) => isInstant(`${text} 00:00:00Z`),
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  numeric: (text) => /^-?\d{1,100}(?:\.\d{1,100})?$/.test(text),
};

/** The opaque text that represents a position. */
export function encodeCursor({ key, id }: Position): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** The position that a cursor represents. @throws DomainError 'invalid-input' for an invalid cursor */
export function decodeCursor(cursor: string, type: KeyType): Position {
  const parsed = readJson(Buffer.from(cursor, 'base64url').toString());
  const [key, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  if (typeof key === 'string' && IS_KEY[type](key) && typeof id === 'string' && isUuid(id)) {
    return { key, id };
  }
  throw new DomainError('invalid-input', 'The cursor is not one that a page gave');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The order key of a row. */
export function positionKey({ by }: Pick<Order, 'by'>): SQL<string> {
  return sql<string>`(${by})::text`;
}

/** The expressions after `order by`. */
export function orderBy({ by, id, descending }: Order): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql`${by} ${direction}, ${id} ${direction}`;
}

/** A condition for the rows after a position, whose values may be placeholders. */
export function isAfter(
  { by, type, id, descending }: Order,
  position: Record<keyof Position, unknown>,
): SQL {
  const comparison = sql.raw(descending ? '<' : '>');
  return sql`(${by}, ${id}) ${comparison}
    (${position.key}::${sql.raw(type)}, ${position.id}::uuid)`;
}

type PositionedRow = { positionKey: string; id: string };

/**
 * Makes a page of rows that were read with one row more than its size.
 * @returns the rows of the page and the cursor of the next page, which is null on the last page
 */
export function takePage<Row extends PositionedRow>(
  found: Row[],
  size: number,
): { rows: Omit<Row, 'positionKey'>[]; next: string | null } {
  const page = found.slice(0, size);
  const last = page.at(-1);
  const hasMore = found.length > size;
  return {
    rows: page.map(({ positionKey: _, ...row }) => row),
    next: hasMore && last ? encodeCursor({ key: last.positionKey, id: last.id }) : null,
  };
}
