import { DomainError } from '#src/lib/problem.ts';

/** Position in a listing, newest first. */
export type Position = { at: string; id: string };

const CURSOR = /^(\d{1,15})_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;
// PostgreSQL takes no instant later than this.
const LAST_INSTANT = Date.UTC(9999, 11, 31);

export const cursorOf = ({ at, id }: Position): string => `${Date.parse(at)}_${id}`;

/** @throws DomainError 'invalid-input' for what is no cursor */
export function positionOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (!at || !id || Number(at) > LAST_INSTANT) {
    throw new DomainError('invalid-input', 'The cursor is not one that a page gave');
  }
  return { at: new Date(Number(at)).toISOString(), id };
}
