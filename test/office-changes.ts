import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { influencerApplications } from '#src/features/applications/server/applications.table.ts';
import { contactMessages } from '#src/features/contact/server/contact.table.ts';
import { influencerNotes } from '#src/features/influencers/server/influencers.table.ts';
import {
  idOf,
  person,
  pictures,
  post,
  task,
  TOMORROW,
  type Call,
  type MakeCall,
  type Unbound,
  type World,
} from './office-calls.ts';
import { arrive, publish } from './posts.ts';

type OfficeChange = Partial<Unbound> & {
  make: MakeCall;
  /** Why its success leaves no entry in the audit trail. */
  unaudited?: string;
  /** Unless staff may do it. */
  by?: 'admin';
};

const said = { caption: 'Evening', category: 'Cosplay' };
const postBody = async ({ house, user, of }: World) => ({
  ...said,
  influencerId: idOf(of),
  mediaIds: [await arrive(house, user, { state: 'ready' })],
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
    make: async ({ house, user, of }) => {
      if (!of) return { params: { id: randomUUID() } };
      const { id: postId } = await publish(house, of);
      const values = { postId, displayOrder: 1, state: 'failed', failure: 'Damaged' } as const;
      return { params: { id: await arrive(house, user, values) } };
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
  'DELETE /api/influencers/{id}': { make: person },
  'POST /api/influencers/{id}/reset-password': { make: person },
  'POST /api/influencers/{id}/notes': {
    make: async (world) => ({
      ...(await person(world)),
      body: { id: randomUUID(), note: 'Call in the evening.' },
    }),
  },
  'DELETE /api/influencers/{id}/notes/{noteId}': {
    make: async ({ house, of }) => {
      const noteId = randomUUID();
      const note = { id: noteId, influencerId: idOf(of), note: 'Before' };
      if (of) await house.db.insert(influencerNotes).values(note);
      return { params: { id: note.influencerId, noteId } };
    },
  },
  'POST /api/tasks': { make: async (world) => ({ body: (await task(world)).body }) },
  'PUT /api/tasks/{id}': { make: (world) => task(world) },
  'DELETE /api/tasks/{id}': { make: (world) => task(world) },
  'POST /api/tasks/{id}/close': { make: (world) => task(world, done) },
  'POST /api/tasks/{id}/fail': { make: (world) => task(world, done) },
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
      body: { version: 1, email: address(), fullName: 'Changed' },
    }),
  },
  'PUT /api/users/{id}/scope': {
    by: 'admin',
    make: async ({ house, of }) => ({
      params: { id: (await house.as('staff')).id },
      body: { version: 1, isLimited: true, influencerIds: [idOf(of)] },
    }),
  },
  'POST /api/users/{id}/suspend': { make: person },
  'POST /api/users/{id}/activate': {
    make: async (world) => {
      const { house, of } = world;
      if (of) await house.db.update(users).set({ banned: true }).where(eq(users.id, of.id));
      return person(world);
    },
  },
  'DELETE /api/users/{id}': { make: person },
  'PUT /api/profile': {
    unbound: 'their own',
    make: async () => ({ body: { version: 1, fullName: 'Changed' } }),
  },
  'POST /api/applications/{id}/review': {
    unbound: 'nobody is an influencer yet',
    make: async ({ house }) => {
      const [application] = await house.db
        .insert(influencerApplications)
        .values({
          fullName: 'Ada',
          email: address(),
          phone: '+1 555 0100',
          contentCategory: 'Travel',
          whyJoin: 'For the nights.',
          fingerprint: randomUUID(),
        })
        .returning({ id: influencerApplications.id });
      return { params: { id: application!.id }, body: { status: 'accepted', notes: '' } };
    },
  },
  'POST /api/contact/{id}/answered': {
    unbound: 'written to the house',
    make: async ({ house }) => {
      const [message] = await house.db
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
