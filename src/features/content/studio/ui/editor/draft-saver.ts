import type { z } from 'zod';
import type { draftSchema, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api-error.ts';

export type Draft = z.input<typeof draftSchema>;
type Version = { id: string; version: number };
type Known = Version & { draft: Draft };
/** A post as the server has it now, with the pass for its files. */
export type PresentPost = { post: StudioPost; pass: string };

export type Saving =
  | { status: 'blank' | 'unsaved' | 'saving' | 'saved' }
  | { status: 'failed'; error: Error }
  /** The post was changed elsewhere since it was read; `present` is null when it was deleted. */
  | { status: 'conflict'; present: PresentPost | null };

export type DraftCalls = {
  create: (draft: Draft) => Promise<Version>;
  save: (id: string, draft: Draft & { version: number }) => Promise<Version>;
  /** Null when there is no such post any more. */
  find: (id: string) => Promise<PresentPost | null>;
};

type DraftSaverInput = {
  opened: StudioPost | null;
  calls: DraftCalls;
  onChange: (saving: Saving) => void;
  onSaved: (saved: Known) => void;
};

export const BLANK_DRAFT: Draft = { caption: '', category: null, influencerId: null, mediaIds: [] };
/** Milliseconds after the last change. */
export const TYPING_PAUSE = 1_000;
const RETRY_AFTER = 5_000;

export const draftOf = ({ caption, category, influencer, media }: StudioPost): Draft => ({
  caption,
  category,
  influencerId: influencer?.id ?? null,
  mediaIds: media.map(({ id }) => id),
});

const knownOf = (post: StudioPost): Known => ({
  id: post.id,
  version: post.version,
  draft: draftOf(post),
});
const isSame = (a: Draft, b: Draft) =>
  a.caption === b.caption &&
  a.category === b.category &&
  a.influencerId === b.influencerId &&
  a.mediaIds.join() === b.mediaIds.join();

/** Whether an error may mean that the post is not what was read. */
const isStale = (error: unknown) =>
  error instanceof ApiError &&
  ['conflict', 'not-found', 'not-allowed-in-state'].includes(error.problem.code);

/** Keeps a draft saved: the first change makes it, further ones follow when typing pauses, one at a time. */
export function createDraftSaver({ opened, calls, onChange, onSaved }: DraftSaverInput) {
  let known = opened && knownOf(opened);
  let wanted = known?.draft ?? BLANK_DRAFT;
  let hasFiles = false;
  let saving: Saving = { status: known ? 'saved' : 'blank' };
  let running: Promise<void> | null = null;
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isUnsaved = () =>
    known ? !isSame(known.draft, wanted) : hasFiles || !isSame(BLANK_DRAFT, wanted);
  const tell = (now: Saving) => onChange((saving = now));
  function schedule(milliseconds: number) {
    clearTimeout(timer);
    if (!isHeld) timer = setTimeout(() => void save(), milliseconds);
  }

  async function noteConflict(error: unknown): Promise<boolean> {
    const present = known && isStale(error) ? await calls.find(known.id) : undefined;
    // The same version still: what is in the way is one of its files.
    if (present === undefined || present?.post.version === known?.version) return false;
    tell({ status: 'conflict', present });
    return true;
  }

  async function saveOnce(): Promise<void> {
    const draft = wanted;
    tell({ status: 'saving' });
    try {
      const saved = known
        ? await calls.save(known.id, { ...draft, version: known.version })
        : await calls.create(draft);
      known = { ...saved, draft };
      onSaved(known);
      tell({ status: isUnsaved() ? 'unsaved' : 'saved' });
      if (isUnsaved()) schedule(TYPING_PAUSE);
    } catch (cause) {
      // If it cannot be asked now, the next try will tell.
      if (await noteConflict(cause).catch(() => false)) return;
      const error = cause as Error;
      tell({ status: 'failed', error });
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
    isHeld = true;
    clearTimeout(timer);
  }

  /** Saves until nothing is unsaved. @throws Error when it cannot be saved */
  async function flush(): Promise<void> {
    await running;
    while (isUnsaved()) {
      await save();
      if (saving.status === 'failed') throw saving.error;
      if (saving.status === 'conflict') throw new Error('The post was changed meanwhile');
    }
  }

  return {
    isUnsaved,
    save,
    /** Whether it was refused for being changed elsewhere; then the present version is offered. */
    noteConflict,
    /** What the draft shall be now, and whether files are on their way into it. */
    change(draft: Draft, filesAreComing: boolean): void {
      wanted = draft;
      hasFiles = filesAreComing;
      if (saving.status === 'conflict' || running) return;
      clearTimeout(timer);
      if (!isUnsaved()) return tell({ status: known ? 'saved' : 'blank' });
      tell({ status: 'unsaved' });
      schedule(known ? TYPING_PAUSE : 0);
    },
    flush,
    /** Saves nothing more by itself. */
    stop,
    /** Stops saving while the draft is published or deleted; makes it if there is none yet. */
    async hold(): Promise<Version> {
      if (!known) await flush();
      stop();
      await running;
      stop();
      return known!;
    },
    /** Saving goes on. */
    release(): void {
      isHeld = false;
      if (isUnsaved()) schedule(TYPING_PAUSE);
    },
    /** Takes the other version; what was here is the caller's to keep. */
    loadOther(post: StudioPost): void {
      known = knownOf(post);
      wanted = known.draft;
      tell({ status: 'saved' });
    },
    /** Saves over the other version, or into a new draft when that is none any more. */
    keepMine(): Promise<void> {
      const post = saving.status === 'conflict' ? saving.present?.post : null;
      known = post?.state === 'draft' ? knownOf(post) : null;
      if (!known) wanted = { ...wanted, mediaIds: [] };
      tell({ status: 'unsaved' });
      return save();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
