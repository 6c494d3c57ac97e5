import { eq, sql } from 'drizzle-orm';
import { findEmail } from '#src/features/identity/accounts/server/find-email.ts';
import type { TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { isSameName } from '../agreement-text.rules.ts';
import { queueCopies } from './agreement-copies.ts';
import { signedAgreements } from './agreements.table.ts';
import { lockCreatorAgreement } from './lock-agreement.ts';
import type { Signer } from './shown-text.ts';

type Dependencies = TeamMailer & { db: Db; jobs: Jobs };

/**
 * Countersigns creator agreements for the agency, each on its own. The signer is mailed the document, and the team a link.
 * @throws DomainError 'invalid-input' for another name than that of the actor's account
 */
export function countersignAgreements(
  { db, ...services }: Dependencies,
  actor: Actor,
  { ids, name, ...signer }: { ids: string[]; name: string } & Signer,
): Promise<BulkResult> {
  requireOwnName(actor, name);
  return changeEach(ids, (id) =>
    db.transaction(async (tx) => {
      const stored = await lockCreatorAgreement(tx, actor, id);
      if (stored.countersignedAt !== null) {
        throw new DomainError('not-allowed-in-state', 'This agreement was countersigned already');
      }
      await tx
        .update(signedAgreements)
        .set({
          countersignedAt: sql`now()`,
          countersignedBy: actor.userId,
          countersignedName: name,
          countersignedAddress: signer.address,
          countersignedUserAgent: signer.userAgent,
        })
        .where(eq(signedAgreements.id, id));
      await queueCopies(tx, services, { id, signer: await findEmail(tx, stored.signedBy) });
      await publishLiveEvent(tx, {
        topic: 'notifications',
        backOffice: true,
        influencerId: stored.influencerId,
      });
    }),
  );
}

function requireOwnName({ fullName }: Actor, typed: string): void {
  if (fullName && isSameName(typed, fullName)) return;
  const message = fullName
    ? `Type your name as it is in your account: ${fullName}`
    : 'Enter your full name in your settings first';
  throw new DomainError('invalid-input', message, [{ path: 'name', message }]);
}
