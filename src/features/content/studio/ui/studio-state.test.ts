import { expect, test } from 'vitest';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { setScreenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { studioStateOf } from './studio-state.ts';

setScreenTimeZone('UTC');

const publishNow = Date.parse('2026-11-20T19:00:00Z');
const EARLIER = '2026-11-20T18:59:00Z';
const LATER = '2026-11-20T19:01:00Z';
const file = (state: StudioMedia['state']) =>
  ({ fileName: 'a.jpg', state, failure: state === 'failed' ? 'damaged' : null }) as StudioMedia;

function stateOf(post: Partial<StudioPost>) {
  const { kind, text, reason } = studioStateOf(
    {
      state: 'scheduled',
      publishAt: EARLIER,
      media: [file('ready')],
      obstacles: [],
      review: null,
      ...post,
    } as unknown as StudioPost,
    publishNow,
  );
  return [kind, text.replaceAll('\u202f', ' '), reason];
}

test('a post is scheduled until its time, then it is processing until its files are ready', () => {
  expect(stateOf({ publishAt: LATER })).toEqual(['scheduled', 'Scheduled Nov 20, 7:01 PM', null]);
  expect(stateOf({ media: [file('ready'), file('processing')] })).toEqual([
    'processing',
    'Processing…',
    null,
  ]);
  expect(stateOf({})).toEqual(['processing', 'Publishing…', null]);
});

test('the time of a scheduled post has its year unless it is this one', () => {
  expect(stateOf({ publishAt: '2027-01-01T19:00:00Z' })[1]).toBe('Scheduled Jan 1, 2027, 7:00 PM');
});

test('an unpublished post with a failed file is failed', () => {
  const media = [file('ready'), file('failed')];
  const failed = ['failed', 'Failed', 'a.jpg: damaged'];
  expect(stateOf({ media })).toEqual(failed);
  expect(stateOf({ media, publishAt: LATER })).toEqual(failed);
  expect(stateOf({ media, publishAt: null, state: 'draft' })).toEqual(failed);
  expect(stateOf({ media, state: 'published' })).toEqual(['published', 'Published', null]);
});

test('a draft with a planned time names it', () => {
  const draft = { state: 'draft', publishAt: null } as const;
  expect(stateOf({ ...draft, plannedAt: LATER })).toEqual([
    'draft',
    'Draft for Nov 20, 7:01 PM',
    null,
  ]);
});

test('a draft stays a draft while its files are processed', () => {
  expect(stateOf({ state: 'draft', publishAt: null, media: [file('processing')] })).toEqual([
    'draft',
    'Draft',
    null,
  ]);
});

test('a scheduled post that somebody in it prevents is blocked, before and after its time', () => {
  const obstacles: StudioPost['obstacles'] = [
    { performerId: null, fullName: 'Mara Vale', obstacle: 'expired' },
  ];
  const blocked = ['blocked', 'Blocked', 'The ID document of Mara Vale has expired.'];
  expect(stateOf({ obstacles })).toEqual(blocked);
  expect(stateOf({ obstacles, publishAt: LATER })).toEqual(blocked);
  expect(stateOf({ obstacles, state: 'draft' })[0]).toBe('draft');
});

test.each([
  [{ state: 'waiting', reason: null, note: null }, ['in-review', 'In review', null]],
  [{ state: 'second-review', reason: null, note: null }, ['in-review', 'In review', null]],
  [
    { state: 'changes-requested', reason: 'The caption', note: 'No prices' },
    ['returned', 'Changes requested', 'The caption: No prices'],
  ],
  [
    { state: 'rejected', reason: 'Prohibited content', note: null },
    ['returned', 'Rejected', 'Prohibited content'],
  ],
] as const)('a scheduled post with the review %o says where it stands', (review, expected) => {
  expect(stateOf({ review })).toEqual(expected);
});
