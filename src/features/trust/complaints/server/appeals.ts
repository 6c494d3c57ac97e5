import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import {
  requireTwoPeople,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
import { requirePolicy } from '#src/features/trust/policies/server/policies.ts';
import { addMonths } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { APPEAL_MONTHS, appealTimes, appellantOf, isCounterNotice } from '../complaints.rules.ts';
import type { CounterNotice, Decision, Party } from '../complaints.schema.ts';
import type { Appeal } from '../reports.schema.ts';
import { complaintAppeals } from './appeals.table.ts';
import { carryOutDecision } from './carry-out-decision.ts';
import { changeComplaint, type StoredComplaint } from './change-complaint.ts';
import { recordComplaintEvent } from './complaint-events.ts';
import { mailParty, type ComplaintMailer } from './complaint-mails.ts';
import { complaints } from './complaints.table.ts';
import { readReportToken, unknownLink } from './report-links.ts';

type Dependencies = Omit<ComplaintMailer, 'config'> & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
};

type StoredAppeal = typeof complaintAppeals.$inferSelect;
type Appealable = Pick<StoredComplaint, 'outcome' | 'decidedAt'>;

/** The appeals against the decision of a complaint, oldest first. */
export function listAppeals(db: Db, complaintId: string): Promise<StoredAppeal[]> {
  return db
    .select()
    .from(complaintAppeals)
    .where(eq(complaintAppeals.complaintId, complaintId))
    .orderBy(asc(complaintAppeals.createdAt), asc(complaintAppeals.id));
}

/**
 * Until when a party can appeal: once, within six months after a decision against it; null if it
 * cannot.
 */
export function appealUntil(
  { outcome, decidedAt }: Appealable,
  appeals: Pick<StoredAppeal, 'party' | 'decidedAt'>[],
  { party, now }: { party: Party; now: Date },
): Date | null {
  if (!outcome || !decidedAt || appellantOf(outcome) !== party) return null;
  const isOver = appeals.some((appeal) => appeal.party === party || !appeal.decidedAt);
  if (isOver) return null;
  const until = addMonths(appeals.at(-1)?.decidedAt ?? decidedAt, APPEAL_MONTHS);
  return until > now ? until : null;
}

/**
 * Appeals against the decision of a private link; another person decides. The same appeal again changes
 * nothing.
 * @throws DomainError 'not-found', 'not-allowed-in-state' if the party cannot appeal
 */
export async function submitAppeal(
  dependencies: Dependencies,
  { token, text, counterNotice }: Appeal,
): Promise<void> {
  const { db, config } = dependencies;
  const link = readReportToken(config.secrets, token);
  if (!link) throw unknownLink();
  const { id, party } = link;
  await db.transaction(async (tx) => {
    const [complaint] = await tx
      .select()
      .from(complaints)
      .where(eq(complaints.id, id))
      .for('update');
    if (!complaint) throw unknownLink();
    const appeals = await listAppeals(tx, id);
    if (appeals.some((appeal) => appeal.party === party && appeal.text === text)) return;
    const now = await readDatabaseTime(tx);
    if (!appealUntil(complaint, appeals, { party, now })) {
      throw new DomainError(
        'not-allowed-in-state',
        'You can’t appeal: there is no decision that you could still appeal against',
      );
    }
    const { dueAt, restorableFrom } = await insertAppeal(tx, complaint, {
      party,
      text,
      counterNotice,
      now,
    });
    await tx
      .update(complaints)
      .set({ appealDueAt: dueAt, version: complaint.version + 1 })
      .where(eq(complaints.id, id));
    await recordComplaintEvent(tx, id, { event: 'appealed', text });
    await mailParty(tx, dependencies, complaint, { party, occasion: 'appealed' });
    if (restorableFrom) {
      await mailParty(tx, dependencies, complaint, {
        party: 'reporter',
        occasion: 'counter_notice',
      });
    }
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: complaint.influencerId,
    });
  });
}

type NewAppeal = Omit<Appeal, 'token'> & { party: Party; now: Date };

async function insertAppeal(
  tx: Db,
  { id: complaintId, kind }: StoredComplaint,
  { party, text, counterNotice, now }: NewAppeal,
): Promise<ReturnType<typeof appealTimes>> {
  if (isCounterNotice(kind, party) && !counterNotice) {
    const message = 'An appeal against a removal for copyright has to be a counter-notice';
    throw new DomainError('invalid-input', message, [{ path: 'counterNotice', message }]);
  }
  const times = appealTimes(now, { kind, party });
  const { restorableFrom } = times;
  await tx.insert(complaintAppeals).values({
    complaintId,
    party,
    text,
    createdAt: now,
    restorableFrom,
    ...(restorableFrom && counterNotice && signatureOf(counterNotice)),
  });
  return times;
}

const signatureOf = ({ name, postalAddress, phone }: CounterNotice) => ({
  signedName: name,
  postalAddress,
  phone,
});

/** The signature and contact of a counter-notice; null for other appeals. */
export function counterNoticeOf({ signedName, postalAddress, phone }: StoredAppeal) {
  return signedName && postalAddress && phone ? { name: signedName, postalAddress, phone } : null;
}

/** A complaint as one person decided it, for the appeal. */
export function begunDecision({ id, decidedBy }: Pick<StoredComplaint, 'id' | 'decidedBy'>): Begun {
  return { rule: 'appeal', recordId: id, begunBy: decidedBy };
}

/**
 * Decides the open appeal against a decision. Another outcome replaces the decision and is carried out.
 * @throws DomainError 'invalid-input' for a reason that does not fit, 'not-allowed-in-state' for whoever
 *   made the decision, or if a counter-notice cannot restore the post yet
 */
export function decideAppeal(
  dependencies: Dependencies,
  actor: Actor,
  { id, version, outcome, policyVersion, text }: Decision & { id: string },
): Promise<void> {
  const target = { id, version, subject: 'appeal' } as const;
  return changeComplaint(dependencies.db, actor, target, async (tx, complaint) => {
    if (complaint.decidedBy === actor.userId) {
      throw new DomainError(
        'not-allowed-in-state',
        'You made this decision: somebody else has to decide the appeal',
      );
    }
    await requireTwoPeople(tx, actor, begunDecision(complaint));
    const { policy, reason } = await requirePolicy(tx, {
      area: 'complaint',
      decision: outcome,
      id: policyVersion,
    });
    await requireRestorable(tx, id, outcome);
    const [appeal] = await tx
      .update(complaintAppeals)
      .set({
        outcome,
        policy,
        decisionText: text,
        decidedAt: sql`now()`,
        decidedBy: actor.userId,
        firstDecidedBy: complaint.decidedBy,
      })
      .where(and(eq(complaintAppeals.complaintId, id), isNull(complaintAppeals.decidedAt)))
      .returning({ party: complaintAppeals.party });
    const isReversed = outcome !== complaint.outcome;
    const changes = { appealDueAt: null };
    if (isReversed) {
      const decision = { outcome, policy, reason, text, actor, changes };
      await carryOutDecision(tx, dependencies, complaint, decision);
    } else {
      await tx.update(complaints).set(changes).where(eq(complaints.id, id));
    }
    await recordComplaintEvent(tx, id, { event: 'appeal_decided', text }, actor);
    const { party } = appeal!;
    await mailParty(tx, dependencies, complaint, { party, occasion: 'appeal_decided' });
    if (isReversed && party === 'influencer') {
      await mailParty(tx, dependencies, complaint, {
        party: 'reporter',
        occasion: 'changed',
      });
    }
  });
}

/** The claimant must have time to go to court before a counter-notice restores anything. */
async function requireRestorable(
  tx: Db,
  complaintId: string,
  outcome: Decision['outcome'],
): Promise<void> {
  if (outcome === 'removed') return;
  const [open] = await tx
    .select({ restorableFrom: complaintAppeals.restorableFrom })
    .from(complaintAppeals)
    .where(and(eq(complaintAppeals.complaintId, complaintId), isNull(complaintAppeals.decidedAt)));
  const from = open?.restorableFrom;
  if (!from || from <= (await readDatabaseTime(tx))) return;
  throw new DomainError(
    'not-allowed-in-state',
    `A counter-notice restores nothing before ${formatUtcDate(from)}, so that the reporter can go to court`,
  );
}
