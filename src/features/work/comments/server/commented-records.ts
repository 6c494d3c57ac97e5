import { and, eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { complaintVisibleTo } from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Commented, CommentedKind } from '../comments.schema.ts';
import { comments } from './comments.table.ts';

type Reader = Pick<Actor, 'userId' | 'isLimited' | 'role'>;

type CommentedRecords = {
  table: PgTable & { id: AnyPgColumn };
  /** The column of a comment on such a record. */
  column: AnyPgColumn;
  name: 'applicationId' | 'taskId' | 'messageId' | 'complaintId';
  /** Which records a person of the back office may see; undefined is all. */
  visibleTo: (reader: Reader) => SQL | undefined;
};

/** The records of each kind. */
export const COMMENTED_RECORDS: Record<CommentedKind, CommentedRecords> = {
  application: {
    table: influencerApplications,
    column: comments.applicationId,
    name: 'applicationId',
    visibleTo: () => undefined,
  },
  task: {
    table: tasks,
    column: comments.taskId,
    name: 'taskId',
    visibleTo: (reader) => inScope(reader, tasks.assignedTo),
  },
  message: {
    table: contactMessages,
    column: comments.messageId,
    name: 'messageId',
    visibleTo: isVisibleTo,
  },
  complaint: {
    table: complaints,
    column: comments.complaintId,
    name: 'complaintId',
    visibleTo: complaintVisibleTo,
  },
};

/** Whether a person of the back office may see a record. */
export async function maySee(db: Db, reader: Reader, { kind, recordId }: Commented) {
  const { table, visibleTo } = COMMENTED_RECORDS[kind];
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, recordId), visibleTo(reader)));
  return found.length > 0;
}

/** @throws DomainError 'not-found' */
export async function requireRecord(db: Db, reader: Reader, commented: Commented): Promise<void> {
  if (await maySee(db, reader, commented)) return;
  throw new DomainError('not-found', 'The record no longer exists');
}
