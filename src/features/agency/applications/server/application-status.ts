import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type {
  applicationQuestionSchema,
  applicationStatusSchema,
} from '../application-status.schema.ts';
import { readApplicationToken, referenceOf } from './application-links.ts';
import { mailApplicant, type ApplicationMailer } from './application-mails.ts';
import { applicationQuestions as questions } from './application-questions.table.ts';
import { influencerApplications as applications } from './applications.table.ts';

type LinkDependencies = { db: Db; config: Pick<Config, 'secrets'> };

const notOurs = () =>
  new DomainError('not-found', 'This link is incomplete, or its application no longer exists.');

/** The questions to an applicant, oldest first. */
export function listQuestions(
  db: Db,
  applicationId: string,
): Promise<z.input<typeof applicationQuestionSchema>[]> {
  const { id, question, createdAt, answer, answeredAt } = questions;
  return db
    .select({ id, question, createdAt, answer, answeredAt, author: profiles.fullName })
    .from(questions)
    .leftJoin(profiles, eq(profiles.id, questions.author))
    .where(eq(questions.applicationId, applicationId))
    .orderBy(asc(createdAt), asc(id));
}

/** The application of a mail's link. Read-only: mail scanners open links. @throws 'not-found' */
export async function getApplicationStatus(
  { db, config }: LinkDependencies,
  token: string,
): Promise<z.input<typeof applicationStatusSchema>> {
  const id = readApplicationToken(config.secrets, token);
  if (!id) throw notOurs();
  const [found] = await db
    .select({
      status: applications.status,
      createdAt: applications.createdAt,
      reviewedAt: applications.reviewedAt,
    })
    .from(applications)
    .where(eq(applications.id, id));
  if (!found) throw notOurs();
  const sent = await listQuestions(db, id);
  return {
    ...found,
    reference: referenceOf(id),
    questions: sent.map(({ author: _, ...question }) => question),
  };
}

/**
 * Answers the open question of an application; the same answer again changes nothing.
 * @throws DomainError 'not-found', 'not-allowed-in-state' without an open question
 */
export async function answerQuestion(
  dependencies: LinkDependencies,
  { token, answer }: { token: string; answer: string },
): Promise<z.input<typeof applicationStatusSchema>> {
  const id = readApplicationToken(dependencies.config.secrets, token);
  if (!id) throw notOurs();
  const answered = await dependencies.db
    .update(questions)
    .set({ answer, answeredAt: sql`now()` })
    .where(and(eq(questions.applicationId, id), isNull(questions.answeredAt)))
    .returning({ id: questions.id });
  if (answered.length > 0) {
    await publishLiveEvent(dependencies.db, { topic: 'notifications', backOffice: true });
  }
  const status = await getApplicationStatus(dependencies, token);
  const isRepeated = status.questions.at(-1)?.answer === answer;
  if (answered.length === 0 && !isRepeated) {
    throw new DomainError('not-allowed-in-state', 'There’s no question to answer');
  }
  return status;
}

/**
 * Asks the applicant of a pending application a question, and mails them.
 * @throws DomainError 'not-found', 'not-allowed-in-state' for a decided application or while another
 * question is open
 */
export async function askApplicant(
  { db, mail }: { db: Db } & ApplicationMailer,
  actor: Pick<Actor, 'userId'>,
  { id, question }: { id: string; question: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [applicant] = await tx
      .select({ id: applications.id, email: applications.email, status: applications.status })
      .from(applications)
      .where(eq(applications.id, id))
      .for('share');
    if (!applicant) throw new DomainError('not-found', 'Application not found');
    if (applicant.status !== 'pending') {
      throw new DomainError('not-allowed-in-state', 'This application has already been decided');
    }
    await tx
      .insert(questions)
      .values({ applicationId: id, question, author: actor.userId })
      .catch((error: unknown) => {
        if (!violatesUnique(error, questions.applicationId)) throw error;
        throw new DomainError(
          'not-allowed-in-state',
          'The applicant hasn’t answered the previous question yet',
        );
      });
    await mailApplicant(tx, { mail }, applicant, 'question');
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
  });
}
