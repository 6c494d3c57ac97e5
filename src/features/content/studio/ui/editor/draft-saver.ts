import type { z } from 'zod';
import type { draftSchema, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';

export type Draft = z.input<typeof draftSchema>;
type Version = { id: string; version: number };
type SavedDraft = Version & { draft: Draft };
/** A post as loaded from the server, with the media token of its files. */
export type LoadedPost = { post: StudioPost; mediaToken: string };

export type Saving =
  | { status: 'blank' | 'unsaved' | 'saving' | 'saved' }
  | { status: 'failed'; error: Error }
  /** The post was changed elsewhere since it was loaded; `present` is null if it was deleted. */
  | { status: 'conflict'; present: LoadedPost | null };

export type DraftCalls = {
  create: (draft: Draft) => Promise<Version>;
  save: (id: string, draft: Draft & { version: number }) => Promise<Version>;
  /** Null if the post no longer exists. */
  find: (id: string) => Promise<LoadedPost | null>;
};

type DraftSaverInput = {
  opened: StudioPost | null;
  calls: DraftCalls;
  onChange: (saving: Saving) => void;
  onSaved: (saved: SavedDraft) => void;
};

export const BLANK_DRAFT: Draft = {
  caption: '',
  category: null,
  aiUse: null,
  influencerId: null,
  performerIds: [],
  mediaIds: [],
  plan: null,
};
/** Milliseconds after the last change. */
export const TYPING_PAUSE = 1_000;
const RETRY_AFTER = 5_000;

export function draftOf({ caption, category, aiUse, influencer, ...post }: StudioPost): Draft {
  const { plannedAt, timeZone, people, media } = post;
  return {
    caption,
    category,
    aiUse,
    influencerId: influencer?.id ?? null,
    performerIds: people.map(({ id }) => id),
    mediaIds: media.map(({ id }) => id),
    plan: plannedAt && timeZone ? { at: plannedAt, timeZone } : null,
  };
}

const savedDraftOf = (post: StudioPost): SavedDraft => ({
  id: post.id,
  version: post.version,
  draft: draftOf(post),
});
const isSame = (a: Draft, b: Draft) =>
  a.caption === b.caption &&
  a.category === b.category &&
  a.aiUse === b.aiUse &&
  a.influencerId === b.influencerId &&
  a.performerIds?.join() === b.performerIds?.join() &&
  a.mediaIds.join() === b.mediaIds.join() &&
  a.plan?.at === b.plan?.at &&
  a.plan?.timeZone === b.plan?.timeZone;

/** Whether an error may mean that the loaded post is outdated. */
const isStale = (error: unknown) =>
  error instanceof ApiError &&
  ['conflict', 'not-found', 'not-allowed-in-state'].includes(error.problem.code);

/** Saves a draft automatically: the first change creates it, further changes are saved when typing pauses. */
export function createDraftSaver({ opened, calls, onChange, onSaved }: DraftSaverInput) {
  let saved = opened && savedDraftOf(opened);
  let current = saved?.draft ?? BLANK_DRAFT;
  let hasUploads = false;
  let saving: Saving = { status: saved ? 'saved' : 'blank' };
  let running: Promise<void> | null = null;
  let isPaused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isUnsaved = () =>
    saved ? !isSame(saved.draft, current) : hasUploads || !isSame(BLANK_DRAFT, current);
  const setSaving = (now: Saving) => onChange((saving = now));
  function schedule(milliseconds: number) {
    clearTimeout(timer);
    if (!isPaused) timer = setTimeout(() => void save(), milliseconds);
  }

  async function detectConflict(error: unknown): Promise<boolean> {
    const present = saved && isStale(error) ? await calls.find(saved.id) : undefined;
    // The same version: the conflict concerns one of the files.
    if (present === undefined || present?.post.version === saved?.version) return false;
    setSaving({ status: 'conflict', present });
    return true;
  }

  async function saveOnce(): Promise<void> {
    const draft = current;
    setSaving({ status: 'saving' });
    try {
      const version = saved
        ? await calls.save(saved.id, { ...draft, version: saved.version })
        : await calls.create(draft);
      saved = { ...version, draft };
      onSaved(saved);
      setSaving({ status: isUnsaved() ? 'unsaved' : 'saved' });
      if (isUnsaved()) schedule(TYPING_PAUSE);
    } catch (cause) {
      // If the server is unreachable, the next attempt detects the conflict.
      if (await detectConflict(cause).catch(() => false)) return;
      const error = cause as Error;
      setSaving({ status: 'failed', error });
      const isLasting = error instanceof ApiError && error.problem.status < 500;
      if (!isLasting) schedule(RETRY_AFTER);
    }
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    if (!isUnsaved() || saving.status === 'conflict') return running ?? Promise.resolve();
    running ??= saveOnce().finally(() => {
      running = null;
    });
    return running;
  }

  function stop(): void {
    isPaused = true;
    clearTimeout(timer);
  }

  /** Saves all changes. @throws Error when they cannot be saved */
  async function flush(): Promise<void> {
    await running;
    while (isUnsaved()) {
      await save();
      if (saving.status === 'failed') throw saving.error;
      if (saving.status === 'conflict') throw new Error('The post has changed since you opened it');
    }
  }

  return {
    isUnsaved,
    save,
    /** Whether an error is a conflict with another version, which is then offered. */
    detectConflict,
    /** Sets the content of the draft, and whether it has uploads. */
    change(draft: Draft, isUploading: boolean): void {
      current = draft;
      hasUploads = isUploading;
      if (saving.status === 'conflict' || running) return;
      clearTimeout(timer);
      if (!isUnsaved()) return setSaving({ status: saved ? 'saved' : 'blank' });
      setSaving({ status: 'unsaved' });
      schedule(saved ? TYPING_PAUSE : 0);
    },
    flush,
    /** Stops automatic saving. */
    stop,
    /** Pauses saving while the draft is published or deleted. Creates the draft if necessary. */
    async pause(): Promise<Version> {
      if (!saved) await flush();
      stop();
      await running;
      stop();
      return saved!;
    },
    /** Resumes automatic saving. */
    resume(): void {
      isPaused = false;
      if (isUnsaved()) schedule(TYPING_PAUSE);
    },
    /** Replaces the local version by the version of the server. */
    loadServerVersion(post: StudioPost): void {
      saved = savedDraftOf(post);
      current = saved.draft;
      setSaving({ status: 'saved' });
    },
    /** Overwrites the other version, or creates a new draft if the other one is no draft any more. */
    overwrite(): Promise<void> {
      const post = saving.status === 'conflict' ? saving.present?.post : null;
      saved = post?.state === 'draft' ? savedDraftOf(post) : null;
      if (!saved) current = { ...current, mediaIds: [] };
      setSaving({ status: 'unsaved' });
      return save();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
