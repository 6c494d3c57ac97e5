import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { ANSWER_WITHIN_HOURS } from '../applications.rules.ts';
import { APPLICATION_LINK, referenceOf } from './application-links.ts';
import { influencerApplications as applications } from './applications.table.ts';

export type ApplicationMailer = { mail: Pick<Mailer, 'queue'> };

type MailText = { subject: string; paragraphs: string[]; footnote?: string };

/** The mails to applicants. None contains a question or a decision: others may see a mailbox. */
const TEXTS = {
  received: {
    subject: 'We have received your application',
    paragraphs: [
      'Thank you for applying to Velvet Rope. A person reads every application, start to finish.',
      `You’ll hear from us within ${ANSWER_WITHIN_HOURS} hours, by phone or direct message.`,
      'You can add photos of your work to your application until then.',
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

type Applicant = { id: string; email: string };

function applicantMail({ id, email }: Applicant, kind: keyof typeof TEXTS): Mail {
  const {
    subject,
    footnote = 'The link in this email is only for you.',
    ...text
  }: MailText = TEXTS[kind];
  return {
    to: email,
    subject,
    heading: subject,
    ...text,
    facts: [{ label: 'Reference', value: referenceOf(id) }],
    action: { label: 'View Your Application', kind: APPLICATION_LINK, subject: id },
    footnote,
  };
}

/** Queues a mail to an applicant, in the caller's transaction. */
export async function mailApplicant(
  db: Db,
  { mail }: ApplicationMailer,
  applicant: Applicant,
  kind: 'received' | 'question',
): Promise<void> {
  await mail.queue(db, applicantMail(applicant, kind));
}

/** A decision: the application and the time of its review. */
const decisionMailSchema = z.object({ id: z.uuid(), reviewedAt: instantSchema });

/** Queue of mails about decisions, which wait until a decision can no longer be undone. */
export const DECISION_MAIL_QUEUE: Queue<typeof decisionMailSchema> = {
  name: 'application-decision-mail',
  data: decisionMailSchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

/** Mails an applicant that there is a decision, unless it was undone in the meantime. */
export async function sendDecisionMail(
  { db, mail }: { db: Db; mail: Pick<Mailer, 'send'> },
  { id, reviewedAt }: z.output<typeof decisionMailSchema>,
  jobId: string,
): Promise<void> {
  const [applicant] = await db
    .select({ id: applications.id, email: applications.email })
    .from(applications)
    .where(and(eq(applications.id, id), eq(applications.reviewedAt, new Date(reviewedAt))));
  if (applicant) await mail.send(applicantMail(applicant, 'decision'), jobId);
}
