import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { PROBLEMS, type ProblemCode } from '#src/lib/problem.ts';
import { BLANK_DRAFT, createDraftSaver, draftOf, TYPING_PAUSE, type Draft } from './draft-saver.ts';

const ID = '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11';
const problem = (code: ProblemCode) =>
  new ApiError({ ...PROBLEMS[code], type: '', code, detail: PROBLEMS[code].title });
const post = (caption: string, version: number): StudioPost => ({
  id: ID,
  version,
  state: 'draft',
  caption,
  category: null,
  aiUse: null,
  influencer: null,
  createdAt: '2026-11-20T19:00:00Z',
  publishAt: null,
  plannedAt: null,
  timeZone: null,
  publishedAt: null,
  views: 0,
  media: [],
  people: [],
  obstacles: [],
  review: null,
});
const draftWith = (caption: string): Draft => ({ ...BLANK_DRAFT, caption });

/** A saver with a fake server of one post that refuses changes of older versions. */
function setUpSaver(opened: StudioPost | null) {
  const server = { post: opened, saves: [] as string[], failNext: null as Error | null };
  const store = (draft: Draft) => {
    server.post = {
      ...post(draft.caption, (server.post?.version ?? 0) + 1),
      category: draft.category,
    };
    server.saves.push(draft.caption);
    return { id: ID, version: server.post.version };
  };
  const throwIfFailing = () => {
    const error = server.failNext;
    server.failNext = null;
    if (error) throw error;
  };
  const states: string[] = [];
  const saver = createDraftSaver({
    opened,
    onChange: ({ status }) => states.push(status),
    onSaved: () => {},
    calls: {
      async create(draft) {
        throwIfFailing();
        return store(draft);
      },
      async save(_id, { version, ...draft }) {
        throwIfFailing();
        if (!server.post) throw problem('not-found');
        if (server.post.version !== version) throw problem('conflict');
        return store(draft);
      },
      find: async () => server.post && { post: server.post, mediaToken: '' },
    },
  });
  return { saver, server, states };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first change creates a draft at once; without a change no draft is created', async () => {
  const { saver, server } = setUpSaver(null);
  saver.change(BLANK_DRAFT, false);
  await vi.runAllTimersAsync();
  expect(server.post).toBeNull();
  saver.change(draftWith('A'), false);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.saves).toEqual(['A']);
});

test('a chosen file creates a draft before it is uploaded', async () => {
  const { saver, server } = setUpSaver(null);
  saver.change(BLANK_DRAFT, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.post?.version).toBe(1);
});

test('further changes are saved together when typing pauses', async () => {
  const { saver, server } = setUpSaver(post('A', 1));
  for (const text of ['An', 'An ev', 'An evening']) {
    saver.change(draftWith(text), false);
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE - 1);
  }
  expect(server.saves).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.saves).toEqual(['An evening']);
  expect(saver.isUnsaved()).toBe(false);
});

test('a changed plan is saved like a changed text', async () => {
  const plan = { at: '2026-11-24T19:00:00.000Z', timeZone: 'Europe/Berlin' };
  const opened = { ...post('A', 1), plannedAt: plan.at, timeZone: plan.timeZone };
  const { saver } = setUpSaver(opened);
  saver.change({ ...draftWith('A'), plan }, false);
  expect(saver.isUnsaved()).toBe(false);
  saver.change({ ...draftWith('A'), plan: { ...plan, timeZone: 'UTC' } }, false);
  expect(saver.isUnsaved()).toBe(true);
  saver.change(draftWith('A'), false);
  expect(saver.isUnsaved()).toBe(true);
});

test('changes during a save are saved afterwards, never concurrently', async () => {
  const { saver, server } = setUpSaver(post('A', 1));
  saver.change(draftWith('B'), false);
  const first = saver.save();
  saver.change(draftWith('C'), false);
  void saver.save();
  await first;
  expect(server.saves).toEqual(['B']);
  await saver.flush();
  expect(server.saves).toEqual(['B', 'C']);
});

test('changes of others are not overwritten until the user chooses a version', async () => {
  const { saver, server, states } = setUpSaver(post('A', 1));
  server.post = post('Theirs', 2);
  saver.change(draftWith('Mine'), false);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('conflict');
  saver.change(draftWith('Mine, longer'), false);
  await vi.runAllTimersAsync();
  expect(server.post.caption).toBe('Theirs');
  await saver.overwrite();
  expect(server.post).toMatchObject({ caption: 'Mine, longer', version: 3 });
  expect(states.at(-1)).toBe('saved');
});

test('loading the other version leaves nothing to save', async () => {
  const { saver, server } = setUpSaver(post('A', 1));
  server.post = post('Theirs', 2);
  saver.change(draftWith('Mine'), false);
  await vi.runAllTimersAsync();
  saver.loadServerVersion(server.post);
  saver.change(draftOf(server.post), false);
  await vi.runAllTimersAsync();
  expect(saver.isUnsaved()).toBe(false);
  expect(server.saves).toEqual([]);
});

test('the content of a draft deleted elsewhere can be saved in a new draft', async () => {
  const { saver, server, states } = setUpSaver(post('A', 1));
  server.post = null;
  saver.change({ ...draftWith('Mine'), mediaIds: [ID] }, false);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('conflict');
  await saver.overwrite();
  expect(server.saves).toEqual(['Mine']);
});

test('failures of server and network are retried automatically, refusals are not', async () => {
  const { saver, server, states } = setUpSaver(post('A', 1));
  server.failNext = problem('internal');
  saver.change(draftWith('B'), false);
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE);
  expect(states.at(-1)).toBe('failed');
  await vi.runAllTimersAsync();
  expect(server.saves).toEqual(['B']);

  server.failNext = problem('invalid-input');
  saver.change(draftWith('C'), false);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('failed');
  expect(saver.isUnsaved()).toBe(true);
  await expect(saver.flush()).resolves.toBeUndefined();
  expect(server.saves).toEqual(['B', 'C']);
});

test('nothing is saved while the post is published', async () => {
  const { saver, server } = setUpSaver(post('A', 1));
  saver.change(draftWith('B'), false);
  expect(await saver.pause()).toMatchObject({ id: ID, version: 1 });
  await vi.runAllTimersAsync();
  expect(server.saves).toEqual([]);
  saver.resume();
  await vi.runAllTimersAsync();
  expect(server.saves).toEqual(['B']);
});
