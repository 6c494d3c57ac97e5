import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { ANSWER_WITHIN_HOURS } from '../applications.schema.ts';
import { APPLICATION_LINK, referenceOf } from './application-links.ts';

export type ApplicationMailer = { mail: Pick<Mailer, 'queue'> };

type MailText = { subject: string; paragraphs: string[]; footnote?: string };

/** The mails to applicants. None contains a question or a decision: others may see a mailbox. */
const TEXTS = {
  received: {
    subject: 'We have received your application',
    paragraphs: [
      'Thank you for applying to Velvet Rope. A person reads every application, start to finish.',
      `You’ll hear from us within ${ANSWER_WITHIN_HOURS} hours, by phone or direct message.`,
    ],
    footnote: 'If you didn’t apply, ignore this email. Its link is only for you.',
  },
  question: {
    subject: 'A question about your application',
    paragraphs: [
      'We need one more detail before we decide. Open your application to read our question and answer it.',
    ],
  },
  decision: {
    subject: 'We have decided on your application',
    paragraphs: ['Open your application to read our decision.'],
  },
} satisfies Record<string, MailText>;

/** Queues a mail to an applicant, in the caller's transaction. */
export async function mailApplicant(
  db: Db,
  { mail }: ApplicationMailer,
  { id, email }: { id: string; email: string },
  kind: keyof typeof TEXTS,
): Promise<void> {
  const {
    subject,
    footnote = 'The link in this email is only for you.',
    ...text
  }: MailText = TEXTS[kind];
  await mail.queue(db, {
    to: email,
    subject,
    heading: subject,
    ...text,
    facts: [{ label: 'Reference', value: referenceOf(id) }],
    action: { label: 'View Your Application', kind: APPLICATION_LINK, subject: id },
    footnote,
  });
}
