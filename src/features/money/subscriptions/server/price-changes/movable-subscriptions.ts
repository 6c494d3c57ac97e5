import { and, eq, inArray, isNotNull, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { userSubscriptions } from '../subscriptions.table.ts';

/** The price that fans of a plan are moved to; later fans bought at the plan's price of that time. */
export type TargetPrice = { planId: string; priceCents: number; createdAt: Date };

/** A subscription that renews. */
export const renews: SQL = and(
  ne(userSubscriptions.status, 'cancelled'),
  isNull(userSubscriptions.cancelAt),
)!;

/** Whether a renewing subscription of a plan has another price. */
export function hasOtherPrice({ planId, priceCents, createdAt }: TargetPrice): SQL {
  return and(
    eq(userSubscriptions.subscriptionPlanId, planId),
    renews,
    ne(userSubscriptions.priceCents, priceCents),
    lte(userSubscriptions.createdAt, createdAt),
  )!;
}

/**
 * Whether a subscription can be moved: its provider can change the price, and the fan, a row of
 * `users`, can be notified by mail.
 */
export function isMovable({ connected }: Pick<Payments, 'connected'>): SQL<boolean> {
  const names = connected.filter(({ changePrice }) => changePrice).map(({ name }) => name);
  return sql<boolean>`(${and(
    isNotNull(userSubscriptions.providerSubscriptionId),
    inArray(userSubscriptions.provider, names),
    isNotNull(users.emailConfirmedAt),
  )})`;
}
