import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api-error.ts';
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
  influencer: null,
  createdAt: '2026-11-20T19:00:00Z',
  publishAt: null,
  publishedAt: null,
  views: 0,
  media: [],
});
const say = (caption: string): Draft => ({ ...BLANK_DRAFT, caption });

/** A server of one post that refuses changes to any version but its present one. */
function setUp(opened: StudioPost | null) {
  const server = { post: opened, saves: [] as string[], failNext: null as Error | null };
  const store = (draft: Draft) => {
    server.post = {
      ...post(draft.caption, (server.post?.version ?? 0) + 1),
      category: draft.category,
    };
    server.saves.push(draft.caption);
    return { id: ID, version: server.post.version };
  };
  const guard = () => {
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
        guard();
        return store(draft);
      },
      async save(_id, { version, ...draft }) {
        guard();
        if (!server.post) throw problem('not-found');
        if (server.post.version !== version) throw problem('conflict');
        return store(draft);
      },
      find: async () => server.post && { post: server.post, pass: '' },
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

test('the first change makes a draft at once, and nothing is made without one', async () => {
  const { saver, server } = setUp(null);
  saver.change(BLANK_DRAFT, false);
  await vi.runAllTimersAsync();
  expect(server.post).toBeNull();
  saver.change(say('A'), false);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.saves).toEqual(['A']);
});

test('a chosen file makes a draft before it has arrived', async () => {
  const { saver, server } = setUp(null);
  saver.change(BLANK_DRAFT, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.post?.version).toBe(1);
});

test('further changes are saved once, when typing pauses', async () => {
  const { saver, server } = setUp(post('A', 1));
  for (const text of ['An', 'An ev', 'An evening']) {
    saver.change(say(text), false);
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE - 1);
  }
  expect(server.saves).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.saves).toEqual(['An evening']);
  expect(saver.isUnsaved()).toBe(false);
});

test('what is typed while it saves is saved after that, never beside it', async () => {
  const { saver, server } = setUp(post('A', 1));
  saver.change(say('B'), false);
  const first = saver.save();
  saver.change(say('C'), false);
  void saver.save();
  await first;
  expect(server.saves).toEqual(['B']);
  await saver.flush();
  expect(server.saves).toEqual(['B', 'C']);
});

test('another’s change is not saved over, and both versions stay until one is chosen', async () => {
  const { saver, server, states } = setUp(post('A', 1));
  server.post = post('Theirs', 2);
  saver.change(say('Mine'), false);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('conflict');
  saver.change(say('Mine, longer'), false);
  await vi.runAllTimersAsync();
  expect(server.post.caption).toBe('Theirs');
  await saver.keepMine();
  expect(server.post).toMatchObject({ caption: 'Mine, longer', version: 3 });
  expect(states.at(-1)).toBe('saved');
});

test('loading the other version leaves nothing to save', async () => {
  const { saver, server } = setUp(post('A', 1));
  server.post = post('Theirs', 2);
  saver.change(say('Mine'), false);
  await vi.runAllTimersAsync();
  saver.loadOther(server.post);
  saver.change(draftOf(server.post), false);
  await vi.runAllTimersAsync();
  expect(saver.isUnsaved()).toBe(false);
  expect(server.saves).toEqual([]);
});

test('of a draft that was deleted elsewhere what was typed can be kept in a new one', async () => {
  const { saver, server, states } = setUp(post('A', 1));
  server.post = null;
  saver.change({ ...say('Mine'), mediaIds: [ID] }, false);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('conflict');
  await saver.keepMine();
  expect(server.saves).toEqual(['Mine']);
});

test('a failure of the server or the network is tried again by itself, a refusal is not', async () => {
  const { saver, server, states } = setUp(post('A', 1));
  server.failNext = problem('internal');
  saver.change(say('B'), false);
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE);
  expect(states.at(-1)).toBe('failed');
  await vi.runAllTimersAsync();
  expect(server.saves).toEqual(['B']);

  server.failNext = problem('invalid-input');
  saver.change(say('C'), false);
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toBe('failed');
  expect(saver.isUnsaved()).toBe(true);
  await expect(saver.flush()).resolves.toBeUndefined();
  expect(server.saves).toEqual(['B', 'C']);
});

test('nothing is saved while the post is being published', async () => {
  const { saver, server } = setUp(post('A', 1));
  saver.change(say('B'), false);
  expect(await saver.hold()).toMatchObject({ id: ID, version: 1 });
  await vi.runAllTimersAsync();
  expect(server.saves).toEqual([]);
  saver.release();
  await vi.runAllTimersAsync();
  expect(server.saves).toEqual(['B']);
});
