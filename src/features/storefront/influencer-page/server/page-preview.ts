import { and, eq } from 'drizzle-orm';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { MarketplaceDependencies } from '#src/features/storefront/marketplace/server/marketplace.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  figureColumns,
  isOffered,
  pageColumns,
  toPage,
  type InfluencerPage,
} from './influencer-page.ts';

/**
 * An influencer's page as visitors would see it, even while it is not public.
 * @throws DomainError 'not-found'
 */
export async function getPagePreview(
  { db, paymentsOpen }: MarketplaceDependencies,
  actor: Actor,
  id: string,
): Promise<InfluencerPage> {
  const [row] = await db
    .select({ ...pageColumns, ...figureColumns })
    .from(profiles)
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .leftJoin(subscriptionPlans, isOffered)
    .where(and(eq(profiles.id, id), eq(userRoles.role, 'influencer'), inScope(actor, profiles.id)));
  if (!row) throw new DomainError('not-found', 'Influencer not found');
  const offer = paymentsOpen ? 'available' : 'checkout_disabled';
  const subscribeState = row.planId ? offer : 'unavailable';
  return toPage({ ...row, subscribeState, publicUrl: row.publicUrl ?? '' });
}
