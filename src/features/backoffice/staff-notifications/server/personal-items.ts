import { and, eq, gt, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { complaintVisibleTo } from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { comments } from '#src/features/work/comments/server/comments.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { PersonalKind } from '../staff-notifications.schema.ts';
import { kindOf } from './waiting-item.ts';

/** The bell shows what concerns a person for so many days. */
const SHOWN_DAYS = 30;

/** What concerns one person, from one table. */
export type PersonalItems = {
  kind: SQL<PersonalKind>;
  from: SQL;
  where: SQL | undefined;
  /** The record that is opened. */
  id: SQLWrapper;
  at: SQLWrapper;
  title: SQLWrapper;
  detail: SQLWrapper;
};

export type PersonalReader = Pick<Actor, 'userId' | 'isLimited' | 'role'>;

const isRecent = (at: SQLWrapper) =>
  gt(at, sql`now() - interval '${sql.raw(`${SHOWN_DAYS} days`)}'`);

type Records = {
  table: SQLWrapper;
  id: SQLWrapper;
  ownedBy: SQLWrapper;
  assignedToOwnerAt: SQLWrapper;
  title: SQLWrapper;
  detail: SQLWrapper;
  isVisible: SQL | undefined;
};

const recordsOf = (person: PersonalReader) =>
  ({
    application: {
      table: influencerApplications,
      id: influencerApplications.id,
      ownedBy: influencerApplications.ownedBy,
      assignedToOwnerAt: influencerApplications.assignedToOwnerAt,
      title: influencerApplications.fullName,
      detail: influencerApplications.contentCategory,
      isVisible: undefined,
    },
    task: {
      table: tasks,
      id: tasks.id,
      ownedBy: tasks.ownedBy,
      assignedToOwnerAt: tasks.assignedToOwnerAt,
      title: tasks.title,
      detail: sql`''`,
      isVisible: inScope(person, tasks.assignedTo),
    },
    message: {
      table: contactMessages,
      id: contactMessages.id,
      ownedBy: contactMessages.ownedBy,
      assignedToOwnerAt: contactMessages.assignedToOwnerAt,
      title: contactMessages.name,
      detail: contactMessages.topic,
      isVisible: isVisibleTo(person),
    },
    complaint: {
      table: complaints,
      id: complaints.id,
      ownedBy: complaints.ownedBy,
      assignedToOwnerAt: complaints.assignedToOwnerAt,
      title: complaints.label,
      detail: complaints.kind,
      isVisible: complaintVisibleTo(person),
    },
    influencer: {
      table: profiles,
      id: profiles.id,
      ownedBy: profiles.ownedBy,
      assignedToOwnerAt: profiles.assignedToOwnerAt,
      title: profiles.fullName,
      detail: sql`''`,
      isVisible: inScope(person, profiles.id),
    },
  }) satisfies Record<string, Records>;

const COMMENT_COLUMNS = {
  application: comments.applicationId,
  task: comments.taskId,
  message: comments.messageId,
  complaint: comments.complaintId,
};

/**
 * The records that a colleague gave a person, and the comments of others that mention them or are on a
 * record of theirs, of the last {@link SHOWN_DAYS} days.
 */
export function listPersonalItems(person: PersonalReader): PersonalItems[] {
  const { userId } = person;
  const records = recordsOf(person);
  const assigned = Object.entries(records).map(
    ([kind, { table, ownedBy, assignedToOwnerAt, isVisible, ...shown }]): PersonalItems => ({
      ...shown,
      kind: kindOf(`assigned_${kind as keyof typeof records}`),
      from: sql`${table}`,
      where: and(eq(ownedBy, userId), isRecent(assignedToOwnerAt), isVisible),
      at: assignedToOwnerAt,
    }),
  );
  const commented = Object.entries(COMMENT_COLUMNS).map(([kind, column]): PersonalItems => {
    const { table, id, ownedBy, title, isVisible } = records[kind as keyof typeof COMMENT_COLUMNS];
    return {
      kind: kindOf(`comment_${kind as keyof typeof COMMENT_COLUMNS}`),
      from: sql`${comments} join ${table} on ${id} = ${column}`,
      where: and(
        or(sql`${comments.mentions} @> array[${userId}]::uuid[]`, eq(ownedBy, userId)),
        or(sql`${comments.authorId} is null`, ne(comments.authorId, userId)),
        isRecent(comments.createdAt),
        isVisible,
      ),
      id,
      at: comments.createdAt,
      title,
      detail: sql`left(${comments.text}, 200)`,
    };
  });
  return [...assigned, ...commented];
}
