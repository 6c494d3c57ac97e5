import { and, eq } from 'drizzle-orm';
import { isAgreementMissing } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { areTaxDetailsMissing } from '#src/features/money/payees/server/payout-requirement.ts';
import { influencerFigures } from '#src/features/storefront/marketplace/server/influencer-figures.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { GO_LIVE_LABELS, listMissingSteps } from '../go-live.rules.ts';

/** Reads what the checklist is about, and locks it against edits until the transaction ends. */
async function lockChecklist(tx: Db, actor: Actor, id: string) {
  const [row] = await tx
    .select({
      isDraft: profiles.isDraft,
      dateOfBirth: profiles.dateOfBirth,
      contentCategory: profiles.contentCategory,
      publicUrl: profiles.publicUrl,
      pageAboutContent: profiles.pageAboutContent,
      bio: profiles.bio,
      priceCents: influencerFigures.priceCents,
      postCount: influencerFigures.postCount,
      isAgreementMissing,
      areTaxDetailsMissing,
      ...imageColumns,
    })
    .from(profiles)
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(and(eq(profiles.id, id), eq(userRoles.role, 'influencer'), inScope(actor, profiles.id)))
    .for('no key update', { of: profiles });
  if (!row) throw new DomainError('not-found', 'Influencer not found');
  return { ...row, image: influencerImage(row) };
}

/**
 * Shows a draft to visitors and fans. Repeating it has no effect.
 * @throws DomainError 'not-found', also outside the actor's limit, or 'not-allowed-in-state', which
 * names what is missing
 */
export function goLive(db: Db, actor: Actor, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { isDraft, ...facts } = await lockChecklist(tx, actor, id);
    if (!isDraft) return;
    const missing = listMissingSteps(facts, new Date());
    if (missing.length > 0) {
      const labels = missing.map((step) => GO_LIVE_LABELS[step]).join(', ');
      throw new DomainError('not-allowed-in-state', `Still missing: ${labels}.`);
    }
    await tx.update(profiles).set({ isDraft: false }).where(eq(profiles.id, id));
  });
}
