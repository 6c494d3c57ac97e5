import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import {
  addSubscription,
  type TestState,
} from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { publicImageStem } from '#src/lib/images.ts';
import type { TestApp, TestUser } from './harness.ts';

/** Fills an operation's address and body. */
export type Call = { params?: Record<string, string>; query?: string; body?: unknown };

export type World = {
  app: TestApp;
  /** Who makes the call. */
  user: TestUser;
  /** Whose thing it is made on; null: on one that is not there. */
  of: TestUser | null;
};

/** Makes what is needed, and the call that succeeds on it. */
export type MakeCall = (world: World) => Promise<Call>;

/** Set when limited staff are refused it, also on what is of their influencers. */
export type RefusedToLimited = { isRefusedToLimited: true };

/** Why an operation has nothing to do with any influencer. */
export type Unbound = { unbound: string };

/** Makes a call of an operation of the tables. */
export function send(
  app: TestApp,
  user: TestUser,
  operation: string,
  { params = {}, query, body }: Call,
) {
  const [method = '', path = ''] = operation.split(' ');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  return app.call(method, query ? `${address}?${query}` : address, {
    user,
    body: method === 'GET' ? undefined : body,
  });
}

export const TOMORROW = new Date(Date.now() + 86_400_000);
export const idOf = (of: TestUser | null): string => of?.id ?? randomUUID();

/** The call on the influencer themselves. */
export const person: MakeCall = async ({ of }) => ({ params: { id: idOf(of) } });

/** The call on a post of theirs, without files and made by nobody. */
export async function post(
  { app, of }: World,
  state: Partial<typeof contentPosts.$inferInsert> = {},
): Promise<Call> {
  if (!of) return { params: { id: randomUUID() }, body: { version: 1 } };
  const [made] = await app.db
    .insert(contentPosts)
    .values({ caption: 'Before', category: 'Cosplay', influencerId: of.id, ...state })
    .returning({ id: contentPosts.id });
  return { params: { id: made!.id }, body: { version: 1 } };
}

/** The call on a task of theirs. */
export async function task(
  { app, of }: World,
  state: Partial<typeof tasks.$inferInsert> = {},
): Promise<Call> {
  const body = { title: 'After', assignedTo: idOf(of), version: 1 };
  if (!of) return { params: { id: randomUUID() }, body };
  const [made] = await app.db
    .insert(tasks)
    .values({ title: 'Before', assignedTo: of.id, ...state })
    .returning({ id: tasks.id });
  return { params: { id: made!.id }, body };
}

/** The call on a plan of theirs. */
export async function plan(
  { app, of }: World,
  state: Partial<typeof subscriptionPlans.$inferInsert> = {},
): Promise<Call> {
  const sale = { priceMonthlyCents: 1999, platformCommissionPercent: 20, isActive: true };
  if (!of) return { params: { id: randomUUID() }, body: { ...sale, version: 1 } };
  const [made] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: of.id, priceMonthlyCents: 999, isActive: false, ...state })
    .returning({ id: subscriptionPlans.id });
  return { params: { id: made!.id }, body: { ...sale, version: 1 } };
}

/** The call on their payout of the month before. */
export async function payout({ app, of }: World): Promise<Call> {
  return { params: { id: of ? (await makePayout(app, of)).id : randomUUID() } };
}

/** The call on a subscription to them, which has one payment. */
export async function subscription({ app, of }: World, state?: TestState): Promise<Call> {
  const refund = { refundKey: randomUUID(), amountCents: 100, endNow: false };
  const made = of
    ? await addSubscription(app, of, state)
    : { id: randomUUID(), chargeId: randomUUID() };
  return { params: { id: made.id }, body: { ...refund, transactionId: made.chargeId } };
}

/** Pictures of their page, in its first place. */
export async function pictures({ app, of }: World): Promise<{ id: string; stems: string[] }> {
  if (!of) return { id: randomUUID(), stems: ['/images/nothing'] };
  const keys = ['public/1-aa-10x10-000000.png', 'public/2-bb-10x10-000000.png'];
  await app.db.update(profiles).set({ pageAboutImages: keys }).where(eq(profiles.id, of.id));
  return { id: of.id, stems: keys.map(publicImageStem) };
}
