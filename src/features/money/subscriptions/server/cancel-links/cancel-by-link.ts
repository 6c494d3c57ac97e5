import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { cancelLinkSchema } from '../../cancel-link.schema.ts';
import { hasEnded, leftUntil } from '../../subscriptions.rules.ts';
import { findBillingTimes } from '../billing-time.ts';
import { userSubscriptions } from '../subscriptions.table.ts';
import { cancelSubscription, type CancelDependencies } from '../subscriptions.ts';
import { readCancelToken } from './cancel-links.ts';

function requireId(secrets: Secrets, token: string): string {
  const id = readCancelToken(secrets, token);
  if (!id) throw notOurs();
  return id;
}

const notOurs = () =>
  new DomainError('not-found', 'This link is incomplete, or its subscription no longer exists.');

type CancelLinkConfig = { config: Pick<Config, 'secrets'> };

/** The subscription of a cancel link. Read-only: mail scanners open links. @throws 'not-found' */
export async function getCancelLink(
  { db, payments, config }: Pick<CancelDependencies, 'db' | 'payments'> & CancelLinkConfig,
  token: string,
): Promise<z.input<typeof cancelLinkSchema>> {
  const { status, priceCents, currentPeriodEnd, cancelAt, endedAt } = userSubscriptions;
  const { provider, providerSubscriptionId } = userSubscriptions;
  const [found] = await db
    .select({
      status,
      priceCents,
      currentPeriodEnd,
      cancelAt,
      endedAt,
      provider,
      providerSubscriptionId,
      influencerName: profiles.fullName,
    })
    .from(userSubscriptions)
    .innerJoin(profiles, eq(profiles.id, userSubscriptions.influencerId))
    .where(eq(userSubscriptions.id, requireId(config.secrets, token)));
  if (!found) throw notOurs();
  const { influencerName, ...subscription } = found;
  const now = new Date();
  const billingTimeOf = await findBillingTimes(db, payments, [subscription], now);
  const left = leftUntil(subscription, now, billingTimeOf(subscription));
  const { endedAt: ended, cancelAt: stopsAt, currentPeriodEnd: paidUntil } = subscription;
  const until = ended ?? stopsAt ?? left ?? paidUntil;
  return {
    influencerName,
    priceCents: subscription.priceCents,
    state: hasEnded(subscription, now) ? 'ended' : subscription.cancelAt ? 'stopped' : 'renews',
    endsAtOnce: left === null,
    until,
  };
}

/**
 * Stops the renewals of a cancel link's subscription; idempotent.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'provider-unavailable'
 */
export async function cancelByLink(
  dependencies: CancelDependencies & { config: Pick<Config, 'publicUrl' | 'secrets'> },
  token: string,
): Promise<z.input<typeof cancelLinkSchema>> {
  const id = requireId(dependencies.config.secrets, token);
  await cancelSubscription(dependencies, eq(userSubscriptions.id, id));
  return getCancelLink(dependencies, token);
}
