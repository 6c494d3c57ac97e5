import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { REPLY_MAIL_QUEUE } from '#src/features/work/contact/server/reply-mails.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import type { Conversation } from '../inbox.schema.ts';

const MESSAGE = {
  name: 'Ada Lindqvist',
  email: 'ada@example.test',
  topic: 'My account',
  message: 'I cannot find my receipt of May.',
} as const;

/** Stores a message of a visitor. @returns its id */
export async function insertMessage(
  { db }: TestApp,
  values: Partial<typeof contactMessages.$inferInsert> = {},
): Promise<string> {
  const [message] = await db
    .insert(contactMessages)
    .values({ ...MESSAGE, fingerprint: randomUUID(), ...values })
    .returning({ id: contactMessages.id });
  return message!.id;
}

export async function openConversation(app: TestApp, user: TestUser, id: string) {
  const { status, json } = await app.call('GET', `/api/inbox/${id}`, { user });
  return { status, conversation: json as Conversation };
}

/** Replies after the last entry. */
export async function reply(app: TestApp, user: TestUser, id: string, text = 'Hello Ada.') {
  const { conversation } = await openConversation(app, user, id);
  const after = conversation.entries.at(-1)?.id ?? null;
  return app.call('POST', `/api/inbox/${id}/replies`, { user, body: { text, after } });
}

/** The ids of the replies whose mails are queued. */
export async function queuedReplies({ db }: TestApp): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select data ->> 'replyId' as id from jobs.job where name = ${REPLY_MAIL_QUEUE.name}`,
  );
  return rows.map(({ id }) => id);
}
