import { and, eq, inArray, isNull, sql, type Column, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { BulkResult } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { AFTER_UNDO } from '#src/platform/jobs/undo.ts';
import type { Assignment, OwnerFilter } from '../colleagues.schema.ts';
import { requireColleague } from './colleagues.ts';

const teamMailSchema = z.object({ userId: z.uuid() });

/** Queue of the mails to people of the back office about what concerns them. */
export const TEAM_MAIL_QUEUE: Queue<typeof teamMailSchema> = {
  name: 'team-mail',
  data: teamMailSchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

/** A condition of a list: the records of an owner. */
export function isOwnedBy(
  actor: Pick<Actor, 'userId'>,
  ownedBy: Column,
  filter: OwnerFilter,
): SQL | undefined {
  if (filter === undefined) return undefined;
  if (filter === 'nobody') return isNull(ownedBy);
  return eq(ownedBy, filter === 'me' ? actor.userId : filter);
}

/** A table whose records have owners. */
type Owned = PgTable & {
  id: AnyPgColumn;
  ownedBy: AnyPgColumn;
  assignedToOwnerAt: AnyPgColumn;
};

/** The records of one kind. */
export type OwnedRecords = {
  table: Owned;
  /** Which records a person of the back office may see; undefined is all. */
  visibleTo: (reader: Pick<Actor, 'userId' | 'isLimited' | 'role'>) => SQL | undefined;
};

type Dependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };

/**
 * Makes a colleague the owner of records, and tells them. Records that the colleague may not see are
 * refused, as are those that the actor may not see.
 * @throws DomainError 'invalid-input' for somebody who does not work in the back office
 */
export function assignOwner(
  { db, jobs }: Dependencies,
  actor: Actor,
  { table, visibleTo }: OwnedRecords,
  { ids, ownerId }: Assignment,
): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    const owner = ownerId === null ? null : await requireColleague(tx, ownerId);
    const isOwn = ownerId === null || ownerId === actor.userId;
    const isChanged = sql`${table.ownedBy} is distinct from ${ownerId}::uuid`;
    const assigned = await tx
      .update(table)
      .set({
        ownedBy: ownerId,
        // Unchanged for who owns it already.
        assignedToOwnerAt: sql`case when ${isChanged} then ${isOwn ? null : sql`now()`}
          else ${table.assignedToOwnerAt} end`,
      })
      .where(and(inArray(table.id, ids), visibleTo(actor), owner ? visibleTo(owner) : undefined))
      .returning({ id: table.id });
    const changed = assigned.map(({ id }) => id as string);
    if (changed.length > 0 && !isOwn) {
      await jobs.enqueue(tx, TEAM_MAIL_QUEUE, { userId: ownerId }, AFTER_UNDO);
      await publishLiveEvent(tx, { topic: 'notifications', userId: ownerId });
    }
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
    const reason = owner?.isLimited
      ? `${owner.name} doesn’t have access to it, or it no longer exists`
      : 'It no longer exists';
    const done = new Set(changed);
    const refused = [...new Set(ids)].filter((id) => !done.has(id)).map((id) => ({ id, reason }));
    return { changed, refused };
  });
}
