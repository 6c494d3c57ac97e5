import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#src/lib/roles.ts';
import type { StreamScope } from './open-streams.ts';
import { createRecentEvents, REPLAY_MS } from './recent-events.ts';

const user = (
  role: Role | null,
  userId: string = crypto.randomUUID(),
  scope: StreamScope = null,
) => ({ role, userId, scope });
const staff = user('staff');
const fan = user('subscriber', '5');
const ALL_TOPICS = ['notifications', 'media', 'tasks'];

let now = 0;
let recent: ReturnType<typeof createRecentEvents>;
beforeEach(() => {
  now = 1_000_000;
  recent = createRecentEvents(() => now);
  recent.start();
  now += 10_000;
});

test('a page misses the events between its first request and the opening of its stream', () => {
  recent.add({ topic: 'media' });
  now += 3_000;
  expect(recent.missedTopics(staff, 4_000)).toEqual(['media']);
  expect(recent.missedTopics(staff, 1_000)).toEqual([]);
});

test('many events of a topic are one', () => {
  for (let event = 0; event < 50; event++) recent.add({ topic: 'tasks', userId: fan.userId });
  expect(recent.missedTopics(staff, 1_000)).toEqual(['tasks']);
});

test.each([
  ['what waits for the staff', { topic: 'notifications', backOffice: true }, ['staff', 'limited']],
  [
    'what limited staff may not be allowed to read',
    { topic: 'notifications', backOffice: 'unlimited' },
    ['staff'],
  ],
  ['files', { topic: 'media' }, ['staff', 'limited', 'influencer']],
  ['an influencer’s tasks', { topic: 'tasks', userId: 'i' }, ['staff', 'limited', 'influencer']],
  [
    'records of an influencer',
    { topic: 'notifications', backOffice: true, influencerId: 'i' },
    ['staff', 'limited'],
  ],
  [
    'records of another influencer',
    { topic: 'notifications', backOffice: true, influencerId: 'j' },
    ['staff'],
  ],
  ['files of another influencer', { topic: 'media', influencerId: 'j' }, ['staff']],
  ['one user', { topic: 'notifications', userId: '5' }, ['fan']],
  ['a post', { topic: 'notifications', postId: 'p' }, ['staff', 'limited', 'influencer', 'fan']],
  [
    'a post, for some subscribers',
    { topic: 'notifications', postId: 'p', subscribers: { from: '4', to: '6' } },
    ['fan'],
  ],
] as const)('an event about %s is announced to those whom it may concern', (_, event, expected) => {
  const users = {
    staff: user('staff', 's'),
    limited: user('staff', 't', new Set(['i'])),
    influencer: user('influencer', 'i'),
    fan,
  };
  recent.add(event);
  const informed = Object.entries(users).filter(
    ([, recipient]) => recent.missedTopics(recipient, 1_000).length > 0,
  );
  expect(informed.map(([name]) => name)).toEqual(expected);
});

test('everything may have changed if the events of the time are unknown', () => {
  expect(recent.missedTopics(staff, 9_500)).toEqual(ALL_TOPICS);
  expect(recent.missedTopics(staff, REPLAY_MS + 1)).toEqual(ALL_TOPICS);
  expect(recent.missedTopics(staff, Number.NaN)).toEqual(ALL_TOPICS);
  expect(recent.missedTopics(fan, Number.NaN)).toEqual(['notifications']);
  expect(createRecentEvents().missedTopics(staff, 0)).toEqual(ALL_TOPICS);
});

test('a lost connection to the database makes the time before it unknown', () => {
  recent.add({ topic: 'media' });
  now += 5_000;
  recent.add({ topic: 'anything' });
  now += 2_000;
  expect(recent.missedTopics(staff, 500)).toEqual([]);
  expect(recent.missedTopics(staff, 1_500)).toEqual(ALL_TOPICS);
});

test('more events than are stored make the time of the oldest unknown', () => {
  recent.add({ topic: 'media' });
  now += 1_500;
  for (let event = 0; event < 2_000; event++) {
    now += 1;
    recent.add({ topic: 'notifications', userId: 'somebody' });
  }
  expect(recent.missedTopics(staff, 3_000)).toEqual(ALL_TOPICS);
});
