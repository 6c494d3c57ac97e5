import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { BackOfficeDependencies } from './back-office-subscription-actions.ts';
import { requireSubscription } from './back-office-subscription.ts';

/**
 * Brings the provider to the state of a subscription now, as the job does; also closes a change that
 * staff have made there themselves. Repeating it is harmless.
 * @throws DomainError 'not-found', and the provider's errors
 */
export async function retryProviderChange(
  { db, payments }: BackOfficeDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  await requireSubscription(db, actor, id);
  await applyProviderChange({ db, payments }, { subscriptionId: id });
  await publishLiveEvent(db, { topic: 'notifications', backOffice: 'unlimited' });
}
