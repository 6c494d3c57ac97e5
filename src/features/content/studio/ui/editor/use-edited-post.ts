import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { postChangeSchema, type StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { Category } from '#src/lib/categories.ts';
import { toWallTime } from '#src/lib/locale/wall-time.ts';
import type { FieldErrors } from '#src/ui/forms/use-app-form.ts';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import { call, client } from '#src/web/client.ts';
import { findStudioPost, refreshStudio } from '../content-posts.ts';
import { immediateSchedule, publishAtOf, scheduleError, type Schedule } from './schedule-time.ts';

/** The actions of the form. */
export type EditStep = 'save' | 'publish-now' | 'to-draft';

type Values = { caption: string; category: Category | null; schedule: Schedule };

function valuesOf({ caption, category, publishAt }: StudioPost): Values {
  const now = immediateSchedule();
  const time = publishAt && toWallTime(new Date(publishAt), now.timeZone);
  return { caption, category, schedule: { ...now, mode: 'later', time } };
}

/** Whether the time was changed. An unchanged time is valid even if it has passed. */
function isRescheduled({ state, publishAt }: StudioPost, schedule: Schedule): boolean {
  const time = publishAtOf(schedule);
  // The field has minutes only, but a time set through the API may have seconds.
  const minute = (iso: string) => Math.floor(Date.parse(iso) / 60_000);
  return state === 'scheduled' && (!time || minute(time) !== minute(publishAt!));
}

function findProblems(base: StudioPost, { schedule, ...content }: Values) {
  const { error } = postChangeSchema.safeParse({ ...content, version: base.version });
  const messages = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]);
  const time = isRescheduled(base, schedule) ? scheduleError(schedule) : null;
  return Object.fromEntries(
    time ? [...messages, ['schedule', time]] : messages,
  ) as FieldErrors<Values>;
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
  const content = { caption, category: category!, version };
  if (step === 'save' && !isRescheduled(base, schedule))
    return call(post.$patch({ param, json: content }));
  const json = {
    ...content,
    influencerId,
    mediaIds,
    ...(step === 'save' && { publishAt: publishAtOf(schedule) }),
  };
  return call(post.publish.$post({ param, json }));
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : null);

/** Ids of the fields. */
const FIELD_IDS = { caption: 'caption', category: 'category', schedule: 'publish-at' } as const;

/** Fields whose errors do not block an action. */
const IGNORED_FIELDS: Record<EditStep, readonly (keyof Values)[]> = {
  save: [],
  'publish-now': ['schedule'],
  'to-draft': ['caption', 'category', 'schedule'],
};

/** The form of a scheduled or published post, based on the version that was opened. */
export function useEditedPost(opened: StudioPost) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<EditStep>('save');
  const isDone = useRef(false);

  async function sendStep(chosen: EditStep, values: Values, base: StudioPost) {
    setStep(chosen);
    await send(chosen, base, values);
    isDone.current = true;
    toast.success('Success', { description: 'Post updated successfully' });
    void refreshStudio(queryClient);
    await (chosen === 'to-draft'
      ? navigate({ to: '/content/new', search: { draft: base.id } })
      : navigate({ to: '/content' }));
  }

  const edit = useVersionedEdit({
    record: opened,
    initial: valuesOf(opened),
    valuesOf,
    validate: (values, base) => findProblems(base, values),
    revalidates: true,
    validatesAtOnce: ['schedule'],
    save: (values, base) => sendStep('save', values, base),
    find: async ({ id }) => (await findStudioPost(id))?.post ?? null,
    onError(error) {
      const isSignedOut = codeOf(error) === 'unauthenticated';
      return `Failed to update post: ${isSignedOut ? 'User not authenticated' : error.message}`;
    },
    onInvalid(errors) {
      toast.error('Validation Error', { description: Object.values(errors).join('. ') });
    },
    focusOn(errors) {
      const [field] = Object.keys(errors) as (keyof Values)[];
      if (field) document.getElementById(FIELD_IDS[field])?.focus();
    },
  });

  const { base, values } = edit;
  return {
    ...edit,
    busy: edit.busy ? step : null,
    run: (chosen: EditStep) =>
      edit.submit({
        send: (typed) => sendStep(chosen, typed, base),
        ignores: IGNORED_FIELDS[chosen],
      }),
    isUnsaved: () =>
      !isDone.current &&
      (values.caption !== base.caption ||
        values.category !== base.category ||
        isRescheduled(base, values.schedule)),
    deleted() {
      isDone.current = true;
      void navigate({ to: '/content' });
    },
  };
}
