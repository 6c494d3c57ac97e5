import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { influencerNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { storePaymentEvent } from '#src/features/money/payments/server/payment-events.ts';
import { monthBefore, monthBounds } from '#src/features/money/payouts/payouts.rules.ts';
import { addCharge } from '#src/features/money/payouts/server/payouts.testing.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import {
  storedSubscription,
  addSubscription,
} from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import {
  idOf,
  payout,
  person,
  pictures,
  plan,
  post,
  subscription,
  task,
  TOMORROW,
  type Call,
  type MakeCall,
  type RefusedToLimited,
  type Unbound,
  type World,
} from './office-calls.ts';
import { arrive, publish } from './posts.ts';

type OfficeChange = Partial<Unbound & RefusedToLimited> & {
  make: MakeCall;
  /** Why its success leaves no entry in the audit trail. */
  unaudited?: string;
  /** Unless staff may do it. */
  by?: 'admin';
};

const said = { caption: 'Evening', category: 'Cosplay' };
const postBody = async ({ app, user, of }: World) => ({
  ...said,
  influencerId: idOf(of),
  mediaIds: [await arrive(app, user, { state: 'ready' })],
});

/** A call with more in its body. */
const withBody = (call: Call, body: object): Call => ({
  ...call,
  body: { ...(call.body as object), ...body },
});

const done = { status: 'completed', completedAt: new Date() } as const;
const address = () => `new-${randomUUID()}@example.test`;

const posts: Record<string, OfficeChange> = {
  'POST /api/posts': { make: async (world) => ({ body: await postBody(world) }) },
  'POST /api/posts/drafts': { make: async (world) => ({ body: await postBody(world) }) },
  'PUT /api/posts/{id}/draft': {
    make: async (world) => withBody(await post(world), await postBody(world)),
  },
  'POST /api/posts/{id}/publish': {
    make: async (world) => withBody(await post(world), await postBody(world)),
  },
  'POST /api/posts/{id}/unschedule': { make: (world) => post(world, { publishAt: TOMORROW }) },
  'PATCH /api/posts/{id}': {
    make: async (world) => withBody(await post(world, { publishAt: TOMORROW }), said),
  },
  'DELETE /api/posts/{id}': { make: (world) => post(world) },
  'POST /api/media/{id}/retry': {
    make: async ({ app, user, of }) => {
      if (!of) return { params: { id: randomUUID() } };
      const { id: postId } = await publish(app, of);
      const values = { postId, displayOrder: 1, state: 'failed', failure: 'Damaged' } as const;
      return { params: { id: await arrive(app, user, values) } };
    },
  },
  'PUT /api/influencers/{id}/page-images/{place}': {
    make: async (world) => {
      const { id, stems } = await pictures(world);
      return { params: { id, place: 'about' }, body: { images: stems.toReversed() } };
    },
  },
  'DELETE /api/influencers/{id}/page-images/{place}': {
    make: async (world) => {
      const { id, stems } = await pictures(world);
      return { params: { id, place: 'about' }, query: `image=${encodeURIComponent(stems[0]!)}` };
    },
  },
};

/** A refund of a payment for them that the provider has not told of. */
const askedRefund: MakeCall = async (world) => {
  const { params, body } = await subscription(world);
  const { transactionId: chargeId } = body as { transactionId: string };
  const refundId = randomUUID();
  if (world.of)
    await world.app.db
      .insert(refunds)
      .values({ id: refundId, chargeId, amountCents: 1, byHand: true });
  return { params: { ...params, refundId } };
};

/** An event that a subscription to them would be changed by, stored and not handled. */
async function earlyEvent({ app, of }: World): Promise<string> {
  const { id } = await addSubscription(app, of!);
  const row = await storedSubscription(app, id);
  const occurredAt = new Date();
  const content = JSON.stringify({
    type: 'subscription.ended',
    id: `ended-${id}`,
    reason: 'provider',
    occurredAt,
    providerSubscriptionId: row.providerSubscriptionId,
  });
  const type = 'subscription.ended';
  return storePaymentEvent(app.db, 'sandbox', { id: `ended-${id}`, type, content });
}

const influencers: Record<string, OfficeChange> = {
  'POST /api/influencers': {
    unbound: 'whom they make, limited staff get for their own',
    make: async () => ({
      body: {
        fullName: 'Nova Sterling',
        email: address(),
        phone: '+1 555 0100',
        whyJoin: 'For the nights.',
        password: 'first-password',
      },
    }),
  },
  'PATCH /api/influencers/{id}': {
    make: async (world) => ({ ...(await person(world)), body: { version: 1, niche: 'Velvet' } }),
  },
  'DELETE /api/influencers/{id}': { isRefusedToLimited: true, make: person },
  'POST /api/influencers/{id}/notes': {
    make: async (world) => ({
      ...(await person(world)),
      body: { id: randomUUID(), note: 'Call in the evening.' },
    }),
  },
  'DELETE /api/influencers/{id}/notes/{noteId}': {
    make: async ({ app, of }) => {
      const noteId = randomUUID();
      const note = { id: noteId, influencerId: idOf(of), note: 'Before' };
      if (of) await app.db.insert(influencerNotes).values(note);
      return { params: { id: note.influencerId, noteId } };
    },
  },
  'POST /api/tasks': { make: async (world) => ({ body: (await task(world)).body }) },
  'PUT /api/tasks/{id}': { make: (world) => task(world) },
  'DELETE /api/tasks/{id}': { make: (world) => task(world) },
  'POST /api/tasks/{id}/close': { make: (world) => task(world, done) },
  'POST /api/tasks/{id}/fail': { make: (world) => task(world, done) },
  'POST /api/payouts/run': {
    by: 'admin',
    unbound: 'of the whole house',
    make: async ({ app, of }) => {
      const month = monthBefore(new Date());
      if (of) await addCharge(app, of, { at: monthBounds(month).from });
      return { body: { month } };
    },
  },
  'POST /api/payouts/{id}/pay': {
    make: async (world) => ({ ...(await payout(world)), body: { notes: 'Wire 4711' } }),
  },
  'POST /api/subscriptions/{id}/suspend': { make: (world) => subscription(world) },
  'POST /api/subscriptions/{id}/reactivate': { make: (world) => subscription(world, 'paused') },
  'POST /api/subscriptions/{id}/end': { make: (world) => subscription(world, 'past_due') },
  'POST /api/subscriptions/{id}/refunds': { make: (world) => subscription(world) },
  'DELETE /api/subscriptions/{id}/refunds/{refundId}': { make: askedRefund },
  'POST /api/subscriptions/{id}/refunds/{refundId}/made': { make: askedRefund },
  'POST /api/payment-events/replay': {
    by: 'admin',
    make: (world) => earlyEvent(world).then(() => ({})),
  },
  'POST /api/payment-events/{id}/replay': {
    by: 'admin',
    make: async (world) => ({ params: { id: await earlyEvent(world) } }),
  },
  'POST /api/plans': {
    make: async ({ of }) => ({ body: { influencerId: idOf(of), priceMonthlyCents: 1999 } }),
  },
  'PUT /api/plans/{id}': { make: (world) => plan(world) },
  'POST /api/plans/{id}/activate': { make: (world) => plan(world) },
  'POST /api/plans/{id}/deactivate': { make: (world) => plan(world, { isActive: true }) },
};

const people: Record<string, OfficeChange> = {
  'POST /api/users': {
    unbound: 'it makes no influencers',
    make: async () => ({
      body: { email: address(), password: 'first-password', fullName: 'Ivo', role: 'subscriber' },
    }),
  },
  'PATCH /api/users/{id}': {
    make: async (world) => ({
      ...(await person(world)),
      body: { version: 1, email: world.of?.email ?? address(), fullName: 'Changed' },
    }),
  },
  'POST /api/users/{id}/suspend': { make: person },
  'POST /api/users/{id}/activate': {
    make: async (world) => {
      const { app, of } = world;
      if (of) await app.db.update(users).set({ banned: true }).where(eq(users.id, of.id));
      return person(world);
    },
  },
  'POST /api/users/{id}/password-reset': { make: person },
  'DELETE /api/users/{id}': { isRefusedToLimited: true, make: person },
  'PUT /api/profile': {
    unbound: 'their own',
    make: async () => ({ body: { version: 1, fullName: 'Changed' } }),
  },
  'POST /api/applications/{id}/review': {
    unbound: 'nobody is an influencer yet',
    make: async ({ app }) => ({
      params: { id: await createApplication(app.db) },
      body: { status: 'accepted', notes: '' },
    }),
  },
  'POST /api/applications/{id}/reopen': {
    unbound: 'nobody is an influencer yet',
    make: async ({ app }) => ({
      params: { id: await createApplication(app.db, { status: 'rejected' }) },
      body: { reason: 'New pictures arrived.' },
    }),
  },
  'POST /api/contact/{id}/answered': {
    unbound: 'written to the house',
    make: async ({ app }) => {
      const [message] = await app.db
        .insert(contactMessages)
        .values({
          name: 'Ivo',
          email: address(),
          topic: 'Something else',
          message: 'Hello',
          fingerprint: randomUUID(),
        })
        .returning({ id: contactMessages.id });
      return { params: { id: message!.id } };
    },
  },
};

/** Every operation by which the office changes something. Written by hand: a new one is missed here. */
export const OFFICE_CHANGES: Record<string, OfficeChange> = { ...posts, ...influencers, ...people };
