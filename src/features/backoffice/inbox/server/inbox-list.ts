import { and, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { isOwnedBy } from '#src/features/identity/colleagues/server/owners.ts';
import type { MessageState } from '#src/features/work/contact/contact.schema.ts';
import { contactReplies as replies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages as messages } from '#src/features/work/contact/server/contact.table.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { containsText, literal } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { InboxQuery, inboxRowSchema } from '../inbox.schema.ts';

type Row = z.input<typeof inboxRowSchema>;

/** Length of the preview of a message. */
const PREVIEW_LENGTH = sql.raw('200');

const ofMessage = sql`${replies.messageId} = ${messages.id}`;

export const MESSAGE_FIELDS = {
  id: messages.id,
  name: messages.name,
  email: messages.email,
  topic: messages.topic,
  influencerId: messages.influencerId,
  createdAt: messages.createdAt,
  lastReceivedAt: messages.lastReceivedAt,
  dueAt: messages.dueAt,
  answeredAt: messages.answeredAt,
  archivedAt: messages.archivedAt,
  owner: colleagueOf(messages.ownedBy),
};

const LISTING = {
  columns: {
    ...MESSAGE_FIELDS,
    preview: sql<string>`left(coalesce((select ${replies.text} from ${replies}
      where ${ofMessage} and ${replies.isReceived}
      order by ${replies.createdAt} desc, ${replies.id} desc limit 1), ${messages.message}), ${PREVIEW_LENGTH})`,
    entries: sql<number>`(select count(*)::int from ${replies} where ${ofMessage})`,
    hasFailed: sql<boolean>`exists (select from ${replies}
      where ${ofMessage} and ${replies.failedAt} is not null)`,
  },
  from: sql`${messages}`,
  id: messages.id,
  sorts: {
    received: { by: messages.lastReceivedAt, type: 'timestamptz' },
    due: { by: messages.dueAt, type: 'timestamptz' },
  },
} satisfies Listing<'received' | 'due'>;

const IN_STATE: Record<MessageState, SQL> = {
  open: isNull(messages.answeredAt),
  answered: and(isNotNull(messages.answeredAt), isNull(messages.archivedAt))!,
  archived: isNotNull(messages.archivedAt),
};

type Found = Pick<InboxQuery, 'search' | 'topic' | 'owner'>;

const isFound = (actor: Actor, { search, topic, owner }: Found) => [
  isVisibleTo(actor),
  containsText(search, messages.name, messages.email, messages.message),
  topic && eq(messages.topic, literal(topic)),
  isOwnedBy(actor, messages.ownedBy, owner),
];

/** A page of the messages that match a filter and that the actor may see. */
export function listInbox(pool: Pool, actor: Actor, query: InboxQuery): Promise<ListPage<Row>> {
  const { state } = query;
  return listPage(pool, LISTING, {
    ...query,
    where: [...isFound(actor, query), state && IN_STATE[state]],
  });
}

/** Counts the found messages by state. */
export async function countInbox(pool: Pool, actor: Actor, found: Found) {
  const count = (...where: SQL[]) =>
    countUpToLimit(pool, sql`${messages}`, [...isFound(actor, found), ...where]);
  const [all, open, answered, archived, late] = await Promise.all([
    count(),
    count(IN_STATE.open),
    count(IN_STATE.answered),
    count(IN_STATE.archived),
    count(IN_STATE.open, lt(messages.dueAt, sql`now()`)),
  ]);
  return { all, open, answered, archived, late };
}
