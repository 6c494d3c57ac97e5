import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { postChangeSchema, type StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api-error.ts';
import type { Category } from '#src/lib/categories.ts';
import { toWallTime } from '#src/lib/wall-time.ts';
import type { Take } from '#src/ui/dialogs/changed-meanwhile.tsx';
import { call, client } from '#src/web/client.ts';
import { findStudioPost, refreshStudio } from '../content-posts.ts';
import { NOW, publishAtOf, scheduleError, type Schedule } from './schedule-time.ts';

/** What a click sends: the form, or a way out of the schedule. */
export type EditStep = 'save' | 'publish-now' | 'to-draft';

type Values = { caption: string; category: Category | null; schedule: Schedule };

function valuesOf({ caption, category, publishAt }: StudioPost): Values {
  const now = NOW();
  const time = publishAt && toWallTime(new Date(publishAt), now.timeZone);
  return { caption, category, schedule: { ...now, mode: 'later', time } };
}

/** Whether the post has another time now; its own time may well have passed meanwhile. */
function isMoved({ state, publishAt }: StudioPost, schedule: Schedule): boolean {
  const time = publishAtOf(schedule);
  // Clocks are set to the minute, and what was scheduled otherwise may have seconds.
  const minute = (iso: string) => Math.floor(Date.parse(iso) / 60_000);
  return state === 'scheduled' && (!time || minute(time) !== minute(publishAt!));
}

function findProblems(base: StudioPost, { schedule, ...said }: Values) {
  const { error } = postChangeSchema.safeParse({ ...said, version: base.version });
  const messages = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]);
  const time = isMoved(base, schedule) ? scheduleError(schedule) : null;
  return Object.fromEntries(time ? [...messages, ['publish-at', time]] : messages) as Partial<
    Record<'caption' | 'category' | 'publish-at', string>
  >;
}

async function send(step: EditStep, base: StudioPost, { caption, category, schedule }: Values) {
  const { version, media, influencer, id } = base;
  const param = { id };
  const post = client.api.posts[':id'];
  const influencerId = influencer!.id;
  const mediaIds = media.map((file) => file.id);
  if (step === 'to-draft') {
    const draft = await call(post.unschedule.$post({ param, json: { version } }));
    const json = { caption, category, influencerId, mediaIds, version: draft.version };
    return call(post.draft.$put({ param, json }));
  }
  const said = { caption, category: category!, version };
  if (step === 'save' && !isMoved(base, schedule)) return call(post.$patch({ param, json: said }));
  const json = {
    ...said,
    influencerId,
    mediaIds,
    ...(step === 'save' && { publishAt: publishAtOf(schedule) }),
  };
  return call(post.publish.$post({ param, json }));
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : null);
const STALE = new Set<string | null>(['conflict', 'not-found', 'not-allowed-in-state']);

/** A scheduled or published post being changed, beside the version that it is changed from. */
export function useEditedPost(opened: StudioPost) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened);
  const [values, setValues] = useState(() => valuesOf(opened));
  /** What it has become meanwhile, when a change was refused for that. */
  const [present, setPresent] = useState<StudioPost | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [busy, setBusy] = useState<EditStep | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isDone = useRef(false);
  const problems = findProblems(base, values);

  async function explain(error: Error) {
    const now = STALE.has(codeOf(error))
      ? await findStudioPost(base.id).catch(() => undefined)
      : undefined;
    if (now === null) return setIsGone(true);
    if (now && now.post.version !== base.version) return setPresent(now.post);
    toast.error('Error', { description: 'Failed to update post' });
    setFailure(codeOf(error) === 'unauthenticated' ? 'User not authenticated' : error.message);
  }

  // Not a query's mutation: those leave the page, and what was typed, when the session has ended.
  async function run(step: EditStep) {
    if (busy) return;
    setWasTried(true);
    const { 'publish-at': _time, ...said } = problems;
    const found = Object.entries(step === 'save' ? problems : step === 'to-draft' ? {} : said);
    if (found[0]) {
      toast.error('Validation Error', { description: found.map(([, text]) => text).join('. ') });
      document.getElementById(found[0][0])?.focus();
      return;
    }
    setBusy(step);
    setFailure(null);
    try {
      await send(step, base, values);
    } catch (error) {
      await explain(error as Error);
      setBusy(null);
      return;
    }
    isDone.current = true;
    toast.success('Success', { description: 'Post updated successfully' });
    void refreshStudio(queryClient);
    await (step === 'to-draft'
      ? navigate({ to: '/content/new', search: { draft: base.id } })
      : navigate({ to: '/content' }));
  }

  const { schedule, ...said } = values;
  return {
    base,
    values,
    present,
    isGone,
    busy,
    failure,
    run,
    errors: wasTried ? problems : { 'publish-at': problems['publish-at'] },
    change: (patch: Partial<Values>) => setValues((before) => ({ ...before, ...patch })),
    isUnsaved: () =>
      !isDone.current &&
      (said.caption !== base.caption || said.category !== base.category || isMoved(base, schedule)),
    /** Goes on from the present version: with its words, or with those typed here. */
    settle(take: Take) {
      if (!present) return;
      setBase(present);
      if (take === 'present') setValues(valuesOf(present));
      setPresent(null);
    },
    deleted() {
      isDone.current = true;
      void navigate({ to: '/content' });
    },
  };
}
