import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { forgetUploads } from '#src/features/content/media/ui/stored-uploads.ts';
import { filesNotReady, type UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { useUploads } from '#src/features/content/media/ui/use-uploads.ts';
import { postChangeSchema, type StudioPost } from '#src/features/content/posts/posts.schema.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { Category } from '#src/lib/categories.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { showError } from '#src/ui/forms/show-error.ts';
import type { FieldErrors } from '#src/ui/forms/use-app-form.ts';
import { useVersionedEdit, type VersionChoice } from '#src/ui/forms/use-versioned-edit.ts';
import { findStudioPost, refreshStudio } from '../content-posts.ts';
import type { PersonInPost } from './people-select.tsx';
import {
  immediateSchedule,
  planOf,
  publishAtOf,
  scheduleError,
  scheduleOf,
  type Schedule,
} from './schedule-time.ts';

/** The actions of the form. */
export type EditStep = 'save' | 'publish-now' | 'to-draft';

type Values = {
  caption: string;
  category: Category | null;
  aiUse: AiUse | null;
  schedule: Schedule;
  people: PersonInPost[];
  /** The ids of the files in order; a file that is not uploaded has only its key. */
  mediaIds: string[];
};

const idsOf = (media: readonly { id: string }[]) => media.map(({ id }) => id);

function valuesOf(post: StudioPost): Values {
  const { caption, category, aiUse, publishAt, timeZone, people, media } = post;
  const schedule = publishAt ? scheduleOf(publishAt, timeZone) : immediateSchedule();
  return { caption, category, aiUse, schedule, people, mediaIds: idsOf(media) };
}

/** Whether the time was changed. An unchanged time is valid even if it has passed. */
function isRescheduled({ state, publishAt, timeZone }: StudioPost, schedule: Schedule): boolean {
  const time = publishAtOf(schedule);
  if (state === 'scheduled' && timeZone && timeZone !== schedule.timeZone) return true;
  // The field has minutes only, but a time set through the API may have seconds.
  const minute = (iso: string) => Math.floor(Date.parse(iso) / 60_000);
  return state === 'scheduled' && (!time || minute(time) !== minute(publishAt!));
}

const hasOtherPeople = (base: StudioPost, people: PersonInPost[]) =>
  idsOf(base.people).toSorted().join() !== idsOf(people).toSorted().join();

/** Whether files were added, removed or reordered, which is possible until the post is published. */
const hasOtherFiles = ({ state, media }: StudioPost, mediaIds: string[]) =>
  state === 'scheduled' && idsOf(media).join() !== mediaIds.join();

function findProblems(base: StudioPost, values: Values, items: UploadItem[]) {
  const { schedule, mediaIds, caption, category, aiUse } = values;
  const isChanged = hasOtherFiles(base, mediaIds);
  const { error } = postChangeSchema.safeParse({
    caption,
    category,
    aiUse,
    ...(isChanged && { mediaIds }),
    version: base.version,
  });
  const messages = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]);
  const time = isRescheduled(base, schedule) ? scheduleError(schedule) : null;
  const files = isChanged ? filesNotReady(items) : null;
  return Object.fromEntries([
    ...messages,
    ...(time ? [['schedule', time]] : []),
    ...(files ? [['mediaIds', files]] : []),
  ]) as FieldErrors<Values>;
}

async function send(step: EditStep, base: StudioPost, values: Values) {
  const { caption, category, aiUse, schedule, people, mediaIds } = values;
  const performerIds = idsOf(people);
  const { version, influencer, id } = base;
  const param = { id };
  const post = client.api.posts[':id'];
  const influencerId = influencer!.id;
  if (step === 'to-draft') {
    const draft = await call(post.unschedule.$post({ param, json: { version } }));
    const plan = planOf(schedule);
    const content = { caption, category, aiUse, influencerId, performerIds, mediaIds, plan };
    return call(post.draft.$put({ param, json: { ...content, version: draft.version } }));
  }
  const content = { caption, category: category!, aiUse, version };
  if (step === 'save' && !isRescheduled(base, schedule))
    return call(
      post.$patch({
        param,
        json: {
          ...content,
          ...(hasOtherPeople(base, people) && { performerIds }),
          ...(hasOtherFiles(base, mediaIds) && { mediaIds }),
        },
      }),
    );
  const json = {
    ...content,
    influencerId,
    performerIds,
    mediaIds,
    ...(step === 'save' && { publishAt: publishAtOf(schedule), timeZone: schedule.timeZone }),
  };
  return call(post.publish.$post({ param, json }));
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : null);

/** Ids of the fields. */
const FIELD_IDS = {
  mediaIds: 'choose-files',
  caption: 'caption',
  category: 'category',
  people: 'people',
  aiUse: 'ai-use',
  schedule: 'publish-at',
} as const;

/** Fields whose errors do not block an action. */
const IGNORED_FIELDS: Record<EditStep, readonly (keyof Values)[]> = {
  save: [],
  'publish-now': ['schedule'],
  'to-draft': ['caption', 'category', 'aiUse', 'schedule'],
};

/** The form of a scheduled or published post, based on the version that was opened. */
export function useEditedPost(opened: StudioPost) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<EditStep>('save');
  const isDone = useRef(false);
  const uploads = useUploads({
    draftId: opened.state === 'scheduled' ? opened.id : null,
    initial: opened.media,
  });

  async function sendStep(chosen: EditStep, values: Values, base: StudioPost) {
    setStep(chosen);
    await send(chosen, base, values);
    forgetUploads(values.mediaIds).catch(() => {});
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
    validate: (values, base) => findProblems(base, values, uploads.items),
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
      if (!field) return;
      // Once the message is rendered.
      requestAnimationFrame(() => showError(document.getElementById(FIELD_IDS[field])));
    },
  });

  const { base, values, change } = edit;
  const files = uploads.items.map(({ mediaId, key }) => mediaId ?? key).join();
  const shown = useRef(files);
  useEffect(() => {
    if (files === shown.current) return;
    shown.current = files;
    change({ mediaIds: files ? files.split(',') : [] });
  });
  return {
    ...edit,
    uploads,
    resolveConflict(choice: VersionChoice) {
      if (choice === 'current' && edit.conflict?.kind === 'changed') {
        uploads.replace(edit.conflict.current.media);
      }
      edit.resolveConflict(choice);
    },
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
        values.aiUse !== base.aiUse ||
        hasOtherPeople(base, values.people) ||
        hasOtherFiles(base, values.mediaIds) ||
        isRescheduled(base, values.schedule)),
    deleted() {
      isDone.current = true;
      void navigate({ to: '/content' });
    },
  };
}
