import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { ANSWER_WITHIN_HOURS } from '../applications.schema.ts';
import { APPLICATION_LINK, referenceOf } from './application-links.ts';

export type ApplicationMailer = { mail: Pick<Mailer, 'queue'> };

type Applicant = { id: string; email: string };

const statusLink = (id: string) => ({
  label: 'See your application',
  kind: APPLICATION_LINK,
  subject: id,
});

/** Queues the confirmation of a new application. */
export async function mailConfirmation(
  db: Db,
  { mail }: ApplicationMailer,
  { id, email }: Applicant,
): Promise<void> {
  await mail.queue(db, {
    to: email,
    subject: 'We have received your application',
    heading: 'We have received your application',
    paragraphs: [
      'Thank you for applying to Velvet Rope. A person reads every application, start to finish.',
      `You'll hear from us within ${ANSWER_WITHIN_HOURS} hours, by phone or by a direct message.`,
    ],
    facts: [{ label: 'Reference', value: referenceOf(id) }],
    footnote: 'If you did not apply, ignore this mail. The link below is private to you.',
    secretLink: statusLink(id),
  });
}

/** Queues a question of the staff. */
export async function mailQuestion(
  db: Db,
  { mail }: ApplicationMailer,
  { id, email }: Applicant,
): Promise<void> {
  await mail.queue(db, {
    to: email,
    subject: 'A question about your application',
    heading: 'A question about your application',
    paragraphs: [
      'We need one more thing to decide. Open your application to read our question and answer it.',
    ],
    facts: [{ label: 'Reference', value: referenceOf(id) }],
    footnote: 'The link below is private to you.',
    secretLink: statusLink(id),
  });
}

/** Queues the news that an application was decided; the mail does not contain the decision. */
export async function mailDecision(
  db: Db,
  { mail }: ApplicationMailer,
  { id, email }: Applicant,
): Promise<void> {
  await mail.queue(db, {
    to: email,
    subject: 'We have decided on your application',
    heading: 'We have decided on your application',
    paragraphs: ['Open your application to read our decision.'],
    facts: [{ label: 'Reference', value: referenceOf(id) }],
    footnote: 'The link below is private to you.',
    secretLink: statusLink(id),
  });
}
