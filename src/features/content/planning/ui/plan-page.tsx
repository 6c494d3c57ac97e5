import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { MediaUploader } from '#src/features/content/media/ui/media-uploader.tsx';
import { forgetUploads } from '#src/features/content/media/ui/stored-uploads.ts';
import { filesNotReady, type UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { useUploads } from '#src/features/content/media/ui/use-uploads.ts';
import { useStudioMediaLinks } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { refreshStudio } from '#src/features/content/studio/ui/content-posts.ts';
import { AiUseSelect } from '#src/features/content/studio/ui/editor/ai-use-select.tsx';
import { CategorySelect } from '#src/features/content/studio/ui/editor/new-post-fields.tsx';
import {
  PeopleSelect,
  type PersonInPost,
} from '#src/features/content/studio/ui/editor/people-select.tsx';
import { useDefaultCategory } from '#src/features/content/studio/ui/editor/use-default-category.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { addDays } from '#src/lib/dates.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { getTodayIn } from '#src/lib/locale/wall-time.ts';
import { UnsavedChangesPrompt } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm, type FieldErrors } from '#src/ui/forms/use-app-form.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { timesOf, type Rhythm } from '../planning.rules.ts';
import { MAXIMUM_PLANNED_POSTS, plannedPostsSchema } from '../planning.schema.ts';
import styles from './plan-page.module.css';
import { PlanReview, type RefusedCaptions } from './plan-review.tsx';
import { RhythmFields } from './rhythm-fields.tsx';

type Values = {
  influencerId: string | null;
  category: PlanCategory;
  aiUse: AiUse | null;
  people: PersonInPost[];
  rhythm: Rhythm;
  /** The captions by the key of their file. */
  captions: Record<string, string>;
};
type PlanCategory = Parameters<typeof useDefaultCategory>[0]['category'];

function initialValues(): Values {
  const timeZone = screenTimeZone();
  const firstDay = addDays(getTodayIn(timeZone), 1);
  return {
    influencerId: null,
    category: null,
    aiUse: null,
    people: [],
    rhythm: { firstDay, time: '18:00', everyDays: 1, timeZone },
    captions: {},
  };
}

/** The posts for the API, and their errors by field. */
function readPosts(values: Values, items: UploadItem[], isScheduled: boolean) {
  const { influencerId, category, aiUse, people, rhythm, captions } = values;
  const times = timesOf(rhythm, items.length);
  const posts = items.map(({ key, mediaId }, index) => ({
    caption: captions[key] ?? '',
    mediaId: mediaId ?? key,
    at: times[index]!.toISOString(),
  }));
  const { timeZone } = rhythm;
  const read = plannedPostsSchema.safeParse({
    influencerId,
    performerIds: people.map(({ id }) => id),
    category,
    aiUse,
    timeZone,
    isScheduled,
    posts,
  });
  const errors: FieldErrors<Values> & { posts?: string } = {};
  for (const { path, message } of read.error?.issues ?? []) {
    const isCaption = path[0] === 'posts' && path.length > 1;
    if (isCaption) errors.captions ??= 'Every scheduled post needs a caption';
    else errors[path[0] as keyof typeof errors] ??= message;
  }
  const isPast = times.some((at) => at <= new Date());
  if (isPast) errors.rhythm ??= 'Choose a time in the future';
  const files = filesNotReady(items);
  if (files) errors.posts ??= files;
  return { json: read.data, errors };
}

/** The captions that the server refused, by the key of their file. */
function refusedCaptions(error: Error, { captions }: Values, items: UploadItem[]) {
  const found = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const refused: RefusedCaptions = {};
  for (const [index, { key }] of items.entries()) {
    const message = found.find(({ path }) => path === `posts.${index}.caption`)?.message;
    if (message) refused[key] = { caption: captions[key] ?? '', message };
  }
  return refused;
}

/** Says how many captions were refused, which are marked, or what else went wrong. */
function failureText(error: Error, refused: RefusedCaptions): string {
  const count = Object.keys(refused).length;
  const reason =
    count === 0
      ? error.message
      : count === 1
        ? 'one caption has a term that isn’t allowed. It’s marked above.'
        : `${count} captions have terms that aren’t allowed. They’re marked above.`;
  return `Nothing was created: ${reason}`;
}

/** Creates one post for each of many files, at a regular rhythm that is reviewed first. */
export function PlanPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [uploadId] = useState(() => crypto.randomUUID());
  const uploads = useUploads({ draftId: uploadId, initial: [], maximum: MAXIMUM_PLANNED_POSTS });
  const { links } = useStudioMediaLinks(undefined);
  const isScheduled = useRef(false);
  const isDone = useRef(false);
  const [refused, setRefused] = useState<RefusedCaptions>({});
  const { items } = uploads;

  const form = useAppForm<Values & { posts: null }>({
    initial: { ...initialValues(), posts: null },
    validate: (values) => readPosts(values, items, isScheduled.current).errors,
    async send(values) {
      const json = readPosts(values, items, isScheduled.current).json!;
      const { posts } = await call(client.api.posts.plan.$post({ json }));
      isDone.current = true;
      forgetUploads(json.posts.map(({ mediaId }) => mediaId)).catch(() => {});
      const count = posts.length === 1 ? '1 post' : `${posts.length} posts`;
      toast.success('Success', {
        description: json.isScheduled ? `${count} scheduled` : `${count} saved as drafts`,
      });
      void refreshStudio(queryClient);
      const { influencerId } = json;
      await navigate({
        to: '/content/calendar',
        search: { day: values.rhythm.firstDay, influencerId },
      });
    },
    onError(error) {
      const found = refusedCaptions(error, form.values, items);
      setRefused(found);
      return failureText(error, found);
    },
  });
  const { values, errors, change } = form;
  useDefaultCategory(
    values,
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    useCallback((category) => change({ category }), []),
  );
  const submit = (withSchedule: boolean) => {
    isScheduled.current = withSchedule;
    void form.submit();
  };
  const count = items.length;
  return (
    <form {...form.form} className={styles.page}>
      <div>
        <BackLink to="/content/calendar">Back to the calendar</BackLink>
        <PageHead
          title="Schedule files"
          subtitle="One post for each file, at a regular rhythm. Nothing is created until you confirm."
        />
      </div>
      <Panel title="Files">
        <MediaUploader uploads={uploads} links={links} error={errors.posts} hasFolders />
      </Panel>
      <Panel title="Rhythm">
        <div className={styles.fields}>
          <InfluencerSelect
            label="Influencer"
            withAsterisk
            value={values.influencerId}
            error={errors.influencerId}
            onChange={(influencerId) => change({ influencerId })}
          />
          <CategorySelect
            value={values.category}
            error={errors.category}
            onChange={(category) => change({ category })}
          />
          <PeopleSelect
            label="People in these posts"
            people={values.people}
            influencerId={values.influencerId}
            onChange={(people) => change({ people })}
          />
          <AiUseSelect
            value={values.aiUse}
            error={errors.aiUse}
            onChange={(aiUse) => change({ aiUse })}
          />
          <RhythmFields
            rhythm={values.rhythm}
            error={errors.rhythm}
            onChange={(rhythm) => change({ rhythm })}
          />
        </div>
      </Panel>
      {count > 0 && (
        <Panel title="Review">
          <PlanReview
            items={items}
            rhythm={values.rhythm}
            captions={values.captions}
            links={links}
            error={errors.captions}
            refused={refused}
            onChange={(captions) => change({ captions })}
          />
        </Panel>
      )}
      <footer className={styles.actions}>
        {form.failure && (
          <p className={styles.failure} role="alert">
            {form.failure}
          </p>
        )}
        <Button
          variant="default"
          size="md"
          radius="xl"
          disabled={form.busy || count === 0}
          onClick={() => submit(true)}
        >
          Schedule {count || ''} {count === 1 ? 'post' : 'posts'}
        </Button>
        <Button
          size="md"
          radius="xl"
          loading={form.busy}
          disabled={count === 0}
          onClick={() => submit(false)}
        >
          Create {count || ''} {count === 1 ? 'draft' : 'drafts'}
        </Button>
      </footer>
      <UnsavedChangesPrompt
        isUnsaved={() => !isDone.current && count > 0}
        text="Your uploaded files will be lost."
      />
    </form>
  );
}
