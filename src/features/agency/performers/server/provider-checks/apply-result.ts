import { and, eq, gt, sql } from 'drizzle-orm';
import type {
  VerificationProviderName,
  VerificationResult,
} from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { PROVIDER_LABELS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { judgeApproval, type Verdict } from '../../provider-checks.rules.ts';
import { performers } from '../performers.table.ts';
import { lockPerformer } from '../performers.ts';
import { verificationSessions } from '../provider-checks.table.ts';
import { performerVerifications } from '../verification.table.ts';
import { endCheck } from '../verification.ts';

export type ResultServices = TeamMailer & { config: Pick<Config, 'secrets'> };

const UNDERAGE_HOLD = 'A check of identity found that this person is under 18.';

/**
 * Applies what a provider reports about a session; whatever is older than what is known, about another
 * person, or decided by a person of the team changes nothing.
 * @returns false while the session waits for its reference
 */
export async function applyResult(
  tx: Db,
  services: ResultServices,
  provider: VerificationProviderName,
  result: VerificationResult,
): Promise<boolean> {
  const performerId = await findPerformer(tx, provider, result.sessionId);
  if (performerId === null) return true;
  const performer = await lockPerformer(tx, null, performerId);
  const [found] = await tx
    .select()
    .from(verificationSessions)
    .innerJoin(
      performerVerifications,
      eq(performerVerifications.id, verificationSessions.verificationId),
    )
    .where(eq(verificationSessions.id, result.sessionId));
  const { verification_sessions: session, performer_verifications: check } = found!;
  if (session.reference === null) return false;
  // A session that the product does not know: its link was never handed out.
  if (session.reference !== result.reference) return true;
  const { outcome, decidedAt } = result;
  if (outcome !== 'approved' && outcome !== 'declined') {
    if (check.status === 'started') await followSession(tx, check.id, result);
  } else if (
    check.decidedBy === null &&
    (session.decidedAt === null || session.decidedAt < decidedAt) &&
    !(await hasLaterCheck(tx, check))
  ) {
    await conclude(tx, services, { session, check, performer }, result);
  } else return true;
  // Posts may be blocked, or not blocked any more.
  await publishLiveEvent(tx, { topic: 'media', influencerId: performer.influencerId });
  await publishLiveEvent(tx, {
    topic: 'notifications',
    backOffice: true,
    influencerId: performer.influencerId,
  });
  return true;
}

async function findPerformer(tx: Db, provider: VerificationProviderName, sessionId: string) {
  const [found] = await tx
    .select({ performerId: performerVerifications.performerId })
    .from(verificationSessions)
    .innerJoin(
      performerVerifications,
      eq(performerVerifications.id, verificationSessions.verificationId),
    )
    .where(
      and(eq(verificationSessions.id, sessionId), eq(verificationSessions.provider, provider)),
    );
  return found?.performerId ?? null;
}

/** What the provider reports before its decision, and the end of a session without one. */
async function followSession(tx: Db, checkId: string, { outcome }: VerificationResult) {
  if (outcome === 'expired') return endCheck(tx, checkId, null);
  await tx
    .update(verificationSessions)
    .set({ status: outcome })
    .where(eq(verificationSessions.verificationId, checkId));
}

type Check = typeof performerVerifications.$inferSelect;
type Concerned = {
  session: typeof verificationSessions.$inferSelect;
  check: Check;
  performer: typeof performers.$inferSelect;
};

/** What an approval or refusal means for the check and the person. */
async function conclude(
  tx: Db,
  services: ResultServices,
  { session, check, performer }: Concerned,
  result: VerificationResult,
): Promise<void> {
  const verdict = await judge(tx, session.provider, result, performer);
  const verificationId = await concludeCheck(tx, check, verdict, result.expiresOn);
  const differences = verdict.status === 'checked' ? verdict.differences : [];
  const { givenNames, surname, dateOfBirth } = result.person;
  const read =
    differences.length > 0
      ? { readGivenNames: givenNames, readSurname: surname, readDateOfBirth: dateOfBirth }
      : { readGivenNames: null, readSurname: null, readDateOfBirth: null };
  const { outcome: status, decidedAt } = result;
  await tx
    .update(verificationSessions)
    .set({ verificationId, status, decidedAt, sealedUrl: null, differences, ...read })
    .where(eq(verificationSessions.id, session.id));
  if (verdict.status === 'rejected' && verdict.isUnderage) {
    await holdUnderage(tx, services, performer);
  }
}

async function hasLaterCheck(tx: Db, { performerId, startedAt }: Check): Promise<boolean> {
  const later = await tx
    .select({ id: performerVerifications.id })
    .from(performerVerifications)
    .where(
      and(
        eq(performerVerifications.performerId, performerId),
        gt(performerVerifications.startedAt, startedAt),
      ),
    )
    .limit(1);
  return later.length > 0;
}

async function judge(
  tx: Db,
  provider: VerificationProviderName,
  result: VerificationResult,
  performer: Awaited<ReturnType<typeof lockPerformer>>,
): Promise<Verdict> {
  if (result.outcome === 'approved') {
    return judgeApproval(result, performer, formatUtcDay(await readDatabaseTime(tx)));
  }
  const reason = [`Declined by ${PROVIDER_LABELS[provider]}`, result.reason].filter(Boolean);
  return { status: 'rejected', reason: reason.join(': '), isUnderage: false };
}

/** A decided check never changes: another decision of the provider is another check. */
async function concludeCheck(
  tx: Db,
  check: Check,
  verdict: Verdict,
  expiresOn: string | null,
): Promise<string> {
  const { status } = verdict;
  const values = {
    status,
    expiresOn,
    decidedAt: status === 'checked' ? null : sql`now()`,
    reason: status === 'rejected' ? verdict.reason : null,
  };
  if (check.status === 'started' || check.status === 'checked') {
    await tx
      .update(performerVerifications)
      .set(values)
      .where(eq(performerVerifications.id, check.id));
    return check.id;
  }
  const { performerId } = check;
  const [added] = await tx
    .insert(performerVerifications)
    .values({ performerId, method: 'provider', word: '', ...values })
    .returning({ id: performerVerifications.id });
  return added!.id;
}

/** The record must stay, the posts must not, and the team has to look at once. */
async function holdUnderage(
  tx: Db,
  services: ResultServices,
  { id, fullName, holdReason }: typeof performers.$inferSelect,
): Promise<void> {
  await tx
    .update(performers)
    .set({ underageFoundAt: sql`now()`, holdReason: holdReason ?? UNDERAGE_HOLD })
    .where(eq(performers.id, id));
  const heading = 'A performer is under 18';
  await mailTeam(tx, services, {
    ids: [id],
    table: performers,
    visibleTo: (reader) => inScope(reader, performers.influencerId),
    write: () => ({
      subject: heading,
      heading,
      paragraphs: [
        `The ID document of ${fullName} says that the person is under 18. Their posts are offline, and the record is under a hold. Look at the case now.`,
      ],
      action: {
        label: 'View the Performer',
        url: `${services.config.publicUrl}/performers/${id}`,
      },
    }),
  });
}
