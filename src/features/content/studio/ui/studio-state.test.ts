import { expect, test } from 'vitest';
import type { StudioMedia } from '#src/features/content/media/media.schema.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { studioStateOf } from './studio-state.ts';

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
      ...post,
    } as unknown as StudioPost,
    publishNow,
  );
  return [kind, text.replace(/ for .*/, ' for …'), reason];
}

test('a post is scheduled until its time, then it is processing until its files are ready', () => {
  expect(stateOf({ publishAt: LATER })).toEqual(['scheduled', 'Scheduled for …', null]);
  expect(stateOf({ media: [file('ready'), file('processing')] })).toEqual([
    'processing',
    'Processing…',
    null,
  ]);
  expect(stateOf({})).toEqual(['processing', 'Publishing…', null]);
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
  expect(stateOf({ ...draft, plannedAt: LATER })).toEqual(['draft', 'Draft for …', null]);
});

test('a draft stays a draft while its files are processed', () => {
  expect(stateOf({ state: 'draft', publishAt: null, media: [file('processing')] })).toEqual([
    'draft',
    'Draft',
    null,
  ]);
});

test('a scheduled post that somebody in it prevents is blocked, before and after its time', () => {
  const obstacles: StudioPost['obstacles'] = [{ fullName: 'Mara Vale', obstacle: 'expired' }];
  const blocked = ['blocked', 'Blocked', 'The ID document of Mara Vale has expired.'];
  expect(stateOf({ obstacles })).toEqual(blocked);
  expect(stateOf({ obstacles, publishAt: LATER })).toEqual(blocked);
  expect(stateOf({ obstacles, state: 'draft' })[0]).toBe('draft');
});
