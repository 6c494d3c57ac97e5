import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { findEmail } from '#src/features/identity/accounts/server/find-email.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { Termination } from '../agreements.schema.ts';
import { signedAgreements } from './agreements.table.ts';
import { lockCreatorAgreement, type SignedAgreement } from './lock-agreement.ts';

type Dependencies = TeamMailer & { db: Db };

/**
 * Terminates a creator agreement from a day on, for good. Both sides are mailed.
 * @throws DomainError 'not-found', 'not-allowed-in-state' or 'invalid-input'
 */
export async function terminateAgreement(
  { db, ...services }: Dependencies,
  actor: Actor,
  id: string,
  termination: Termination,
): Promise<void> {
  await db.transaction(async (tx) => {
    const agreement = await lockTerminable(tx, actor, id);
    const { terminatedOn, reason } = termination;
    if (terminatedOn < formatUtcDay(await readDatabaseTime(tx))) {
      const message = 'Choose a day that is not in the past';
      throw new DomainError('invalid-input', message, [{ path: 'terminatedOn', message }]);
    }
    await tx
      .update(signedAgreements)
      .set({
        terminatedOn,
        terminationReason: reason,
        terminatedAt: sql`now()`,
        terminatedBy: actor.userId,
      })
      .where(eq(signedAgreements.id, id));
    await mailBothSides(tx, services, agreement, termination);
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: agreement.influencerId,
    });
  });
}

async function lockTerminable(tx: Db, actor: Actor, id: string): Promise<SignedAgreement> {
  const stored = await lockCreatorAgreement(tx, actor, id);
  const refuse = (message: string) => new DomainError('not-allowed-in-state', message);
  if (stored.countersignedAt === null) {
    throw refuse('Only an agreement that both sides have signed can be terminated');
  }
  if (stored.terminatedAt !== null) throw refuse('This agreement was terminated already');
  const [newer] = await tx
    .select({ id: signedAgreements.id })
    .from(signedAgreements)
    .where(
      and(
        eq(signedAgreements.performerId, stored.performerId),
        eq(signedAgreements.kind, 'creator-agreement'),
        isNotNull(signedAgreements.countersignedAt),
        gt(signedAgreements.signedAt, stored.signedAt),
      ),
    )
    .limit(1);
  if (newer) throw refuse('There is a newer agreement with this person. Terminate that one.');
  return stored;
}

async function mailBothSides(
  tx: Db,
  services: TeamMailer,
  { id, signedBy, signedName }: SignedAgreement,
  { terminatedOn, reason }: Termination,
): Promise<void> {
  const { mail, config } = services;
  const facts = [
    { label: 'Terminated as of', value: formatUtcDate(terminatedOn) },
    { label: 'Reason', value: reason },
  ];
  const signer = await findEmail(tx, signedBy);
  if (signer !== null) {
    const subject = 'Your creator agreement was terminated';
    await mail.queue(tx, {
      to: signer,
      subject,
      heading: subject,
      paragraphs: [
        'The agency has terminated your creator agreement. The signed document stays in your account.',
      ],
      facts,
      action: { label: 'View Agreement', url: `${config.publicUrl}/my-agreement` },
    });
  }
  const subject = `Terminated: creator agreement with ${signedName}`;
  await mailTeam(tx, services, {
    ids: [id],
    table: signedAgreements,
    visibleTo: (reader) => inScope(reader, signedAgreements.influencerId),
    write: () => ({
      subject,
      heading: subject,
      paragraphs: [],
      facts,
      action: {
        label: 'View Agreement',
        url: `${config.publicUrl}/agreements?agreement=${id}`,
      },
    }),
  });
}
