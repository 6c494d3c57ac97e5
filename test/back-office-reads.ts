import { randomUUID } from 'node:crypto';
import {
  idOf,
  payout,
  person,
  pictures,
  plan,
  post,
  subscription,
  task,
  type Call,
  type MakeCall,
  type RefusedToLimited,
  type Unbound,
} from './back-office-calls.ts';
import { arrive, publish, subscribe } from './posts.ts';

type OfficeRead =
  | Unbound
  /** Of one thing. */
  | ({ one: MakeCall } & Partial<RefusedToLimited>)
  /** Of many: `needle` is what is in the answer when the thing is. */
  | { list: (...world: Parameters<MakeCall>) => Promise<Call & { needle: string }> }
  /** Of figures, which change by what is made. */
  | { count: MakeCall };

const byId = (make: MakeCall) => async (world: Parameters<MakeCall>[0]) => {
  const { params } = await make(world);
  return { needle: params!.id! };
};
const byEmail = async ({ of }: Parameters<MakeCall>[0]) => ({ needle: of!.email });
const applications = { unbound: 'nobody is an influencer yet' };

/** Every operation by which the office reads something. Written by hand: a new one is missed here. */
export const BACK_OFFICE_READS: Record<string, OfficeRead> = {
  'GET /api/posts': { list: byId((world) => post(world)) },
  'GET /api/posts/{id}': { one: (world) => post(world) },
  'GET /api/media': {
    list: async ({ app, of, user }) => {
      const { mediaId: needle } = await publish(app, of!);
      return { needle, query: `ids=${needle},${await arrive(app, user)}` };
    },
  },
  'GET /api/influencers/{id}/page-images': {
    one: async (world) => ({ params: { id: (await pictures(world)).id } }),
  },
  'GET /api/influencers': { list: byId(person) },
  'GET /api/influencers.csv': { list: byEmail },
  'GET /api/influencers/options': {
    list: async ({ of }) => ({ needle: of!.id, query: `search=${encodeURIComponent(of!.email)}` }),
  },
  'GET /api/influencers/{id}': { one: person },
  'GET /api/influencers/{id}/record': { one: person },
  'GET /api/influencers/{id}/page': { one: person },
  'GET /api/influencers/{id}/notes': { one: person },
  'GET /api/influencers/{id}/payouts': { one: person },
  'GET /api/payouts': { list: byId(payout) },
  'GET /api/payouts.csv': { list: (world) => payout(world).then(() => byEmail(world)) },
  'GET /api/payouts/totals': { count: (world) => payout(world).then(() => ({})) },
  'GET /api/payouts/{id}/statement': { one: payout },
  'GET /api/payouts/{id}/statement.csv': { one: payout },
  'GET /api/tasks': { list: byId((world) => task(world)) },
  'GET /api/tasks.csv': {
    list: async (world) => {
      const title = `Task ${randomUUID()}`;
      await task(world, { title });
      return { needle: title };
    },
  },
  'GET /api/tasks/counts': { count: (world) => task(world).then(() => ({})) },
  'GET /api/tasks/{id}': { one: (world) => task(world) },
  'GET /api/subscribers': { list: byId((world) => subscription(world)) },
  'GET /api/subscribers.csv': { list: (world) => subscription(world).then(() => byEmail(world)) },
  'GET /api/subscribers/figures': { count: (world) => subscription(world).then(() => ({})) },
  'GET /api/subscribers/{id}': { one: (world) => subscription(world) },
  'GET /api/subscribers/{id}/payments': { one: (world) => subscription(world) },
  'GET /api/plans': { list: byId((world) => plan(world)) },
  'GET /api/plans/counts': { count: (world) => plan(world).then(() => ({})) },
  'GET /api/plans/{id}': { one: (world) => plan(world) },
  'GET /api/users': { list: byId(person) },
  'GET /api/users.csv': { list: byEmail },
  'GET /api/users/{id}': { one: person },
  'GET /api/users/{id}/deletion': { isRefusedToLimited: true, one: person },
  'GET /api/search': {
    list: async ({ of }) => ({ needle: idOf(of), query: `q=${encodeURIComponent(of!.email)}` }),
  },
  'GET /api/dashboard': { count: (world) => task(world).then(() => ({})) },
  'GET /api/dashboard/trends': {
    count: async ({ app, of }) => {
      await subscribe(app, await app.as('subscriber'), of!);
      return {};
    },
  },
  'GET /api/applications': applications,
  'GET /api/applications.csv': applications,
  'GET /api/applications/counts': applications,
  'GET /api/applications/{id}': applications,
  'GET /api/contact': { unbound: 'written to the house' },
  'GET /api/marketplace': { unbound: 'open to everyone' },
  'GET /api/system-status': { unbound: 'of the house' },
  'GET /api/profile': { unbound: 'their own' },
  'GET /api/account/contact': { unbound: 'their own' },
};
