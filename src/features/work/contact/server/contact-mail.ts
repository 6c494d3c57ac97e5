import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { contactMessages } from './contact.table.ts';
import { isVisibleTo } from './visible-messages.ts';

export type ContactMailer = TeamMailer & { config: Pick<Config, 'mail'> };

/** A message as it is stored. */
export type StoredMessage = Pick<
  typeof contactMessages.$inferSelect,
  'name' | 'email' | 'topic' | 'message' | 'influencerId'
>;

/** A message with its id, for the link to it. */
type MailedMessage = StoredMessage & { id: string };

/**
 * Queues the mails of a message within the transaction. Replies go to the sender of the message. The
 * configured address is no account, so it gets what visitors write and nothing of influencers.
 */
export async function queueContactMail(
  db: Db,
  mailer: ContactMailer,
  { id, name, email, topic, message, influencerId }: MailedMessage,
): Promise<void> {
  const { config, mail } = mailer;
  const content = {
    replyTo: email,
    subject: `New message: ${topic}`,
    heading: topic,
    paragraphs: [`${name} (${email}) wrote:`, message],
    action: { label: 'Open the message', url: `${config.publicUrl}/inbox?id=${id}` },
    footnote:
      'Answer it in the inbox. If you reply to this email instead, then mark the message as answered there.',
  };
  if (config.mail.contact && influencerId === null) {
    return mail.queue(db, { to: config.mail.contact, ...content });
  }
  await mailTeam(db, mailer, {
    ids: [id],
    table: contactMessages,
    visibleTo: isVisibleTo,
    write: () => content,
  });
}
