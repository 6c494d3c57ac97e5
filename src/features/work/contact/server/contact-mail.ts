import { listTeamRecipients } from '#src/features/identity/colleagues/server/team-recipients.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import type { contactMessages } from './contact.table.ts';

export type ContactMailer = {
  config: Pick<Config, 'publicUrl' | 'mail'>;
  mail: Pick<Mailer, 'queue'>;
};

/** A message as it is stored. */
export type StoredMessage = Pick<
  typeof contactMessages.$inferSelect,
  'name' | 'email' | 'topic' | 'message' | 'influencerId'
>;

/** A message with its id, for the link to it. */
type MailedMessage = Pick<StoredMessage, 'name' | 'email' | 'topic' | 'message'> & { id: string };

/** Queues the mails of a message within the transaction. Replies go to the sender of the message. */
export async function queueContactMail(
  db: Db,
  { config, mail }: ContactMailer,
  { id, name, email, topic, message }: MailedMessage,
): Promise<void> {
  for (const to of await listTeamRecipients(db, config)) {
    await mail.queue(db, {
      to,
      replyTo: email,
      subject: `New message: ${topic}`,
      heading: topic,
      paragraphs: [`${name} (${email}) wrote:`, message],
      action: { label: 'Open the message', url: `${config.publicUrl}/inbox?id=${id}` },
      footnote:
        'Answer it in the inbox. If you reply to this email instead, then mark the message as answered there.',
    });
  }
}
