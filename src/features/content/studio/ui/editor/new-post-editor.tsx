import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { MediaUploader } from '#src/features/content/media/ui/media-uploader.tsx';
import { useUploads } from '#src/features/content/media/ui/use-uploads.ts';
import { newPostSchema, type StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useStudioMediaLinks } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { VaultPicker } from '#src/features/content/vault/ui/vault-picker.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { isCovered } from '#src/ui/elements/keyboard-shortcuts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { DeletePostDialog } from '../delete-post-dialog.tsx';
import { BackToContent } from '../studio-frame.tsx';
import type { LoadedPost } from './draft-saver.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { DraftConflict } from './new-post-conflict.tsx';
import { findErrors, FIELD_ELEMENT_IDS, type NewPostErrors } from './new-post-errors.ts';
import { NewPostFields, type NewPostValues } from './new-post-fields.tsx';
import styles from './new-post-page.module.css';
import { NewPostPreview } from './new-post-preview.tsx';
import { SavingLine } from './new-post-saving.tsx';
import { ObstacleList } from './obstacle-list.tsx';
import { DeleteButton, SubmitButton } from './post-form-buttons.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import {
  immediateSchedule,
  planOf,
  publishAtOf,
  scheduleOf,
  type Schedule,
} from './schedule-time.ts';
import { useDefaultCategory } from './use-default-category.ts';
import { useDraft } from './use-draft.ts';
import { usePublish } from './use-publish.ts';

type NewPostEditorProps = {
  /** The opened draft; null for a new post. */
  opened: LoadedPost | null;
  onCreated: (draftId: string) => void;
};

const BLANK: NewPostValues = {
  caption: '',
  category: null,
  aiUse: null,
  influencerId: null,
  people: [],
};

const valuesOf = ({ caption, category, aiUse, influencer, people }: StudioPost): NewPostValues => ({
  caption,
  category,
  aiUse,
  influencerId: influencer?.id ?? null,
  people,
});

const idsOf = (people: { id: string }[]) => people.map(({ id }) => id);

/** The schedule of a draft with a planned time; immediately without one. */
function plannedSchedule(opened: LoadedPost | null): Schedule {
  const { plannedAt, timeZone } = opened?.post ?? {};
  return plannedAt ? scheduleOf(plannedAt, timeZone ?? null) : immediateSchedule();
}

/** The editor of a new post: files, fields and schedule. */
export function NewPostEditor({ opened, onCreated }: NewPostEditorProps) {
  const navigate = useNavigate();
  const { saver, saving, draftId } = useDraft({ opened, onCreated });
  const uploads = useUploads({ draftId, initial: opened?.post.media ?? [] });
  const { links, setMediaToken } = useStudioMediaLinks(opened?.mediaToken);
  const [values, setValues] = useState(() => (opened ? valuesOf(opened.post) : BLANK));
  const [schedule, setSchedule] = useState(() => plannedSchedule(opened));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  /** Errors of the server, until the next change. */
  const [refused, setRefused] = useState<NewPostErrors>({});
  const [isDeleting, setIsDeleting] = useState(false);
  const isDone = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  const { items } = uploads;
  const mediaIds = items.flatMap(({ mediaId }) => mediaId ?? []);
  const isSending = items.some(({ state }) => state === 'uploading' || state === 'waiting');
  const { publish, isBusy, failure } = usePublish(saver, setRefused);
  const found = findErrors({ ...values, items, schedule });
  const errors = { ...refused, ...(wasSubmitted && found) };

  const files = mediaIds.join();
  useEffect(() => {
    const { people, ...content } = values;
    const mediaIds = files ? files.split(',') : [];
    const draft = { ...content, performerIds: idsOf(people), mediaIds, plan: planOf(schedule) };
    saver.change(draft, items.length > 0);
  }, [saver, values, schedule, files, items.length]);
  useDefaultCategory(
    values,
    useCallback((category) => setValues((before) => ({ ...before, category })), []),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setWasSubmitted(true);
    const first = Object.keys(found)[0] as keyof typeof FIELD_ELEMENT_IDS | undefined;
    if (first) {
      toast.error('Validation Error', { description: Object.values(found).join('. ') });
      document.getElementById(FIELD_ELEMENT_IDS[first])?.focus();
      return;
    }
    const { timeZone } = schedule;
    const publishAt = publishAtOf(schedule);
    const performerIds = idsOf(values.people);
    const json = newPostSchema.parse({ ...values, performerIds, mediaIds, publishAt, timeZone });
    void publish(json, items).then((isPublished) => {
      if (!isPublished) return;
      isDone.current = true;
      void navigate({ to: '/content' });
    });
  }

  function change(patch: Partial<NewPostValues>) {
    setValues((before) => ({ ...before, ...patch }));
    setRefused({});
  }

  function loadOtherVersion(other: LoadedPost) {
    saver.loadServerVersion(other.post);
    setValues(valuesOf(other.post));
    setSchedule(plannedSchedule(other));
    uploads.replace(other.post.media);
    setMediaToken(other.mediaToken);
    toast.info('The other version is loaded', {
      duration: 30_000,
      action: {
        label: 'Restore my version',
        onClick() {
          setValues(values);
          setSchedule(schedule);
        },
      },
    });
  }

  async function saveDraft() {
    try {
      await saver.flush();
      toast.success('Success', { description: 'Draft saved' });
    } catch {
      // The saving status or the conflict dialog shows the reason.
    }
  }

  async function removeDraft() {
    isDone.current = true;
    await saver.pause();
    await navigate({ to: '/content' });
  }

  useHotkeys(
    [
      ['mod+Enter', () => !isCovered(form.current) && form.current?.requestSubmit()],
      ['mod+S', () => void saveDraft()],
    ],
    [],
  );

  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.page}>
      <header className={styles.head}>
        <BackToContent />
        <h1>New Post</h1>
      </header>
      <div className={styles.work}>
        <MediaUploader uploads={uploads} links={links} error={errors.mediaIds}>
          <VaultPicker uploads={uploads} influencerId={values.influencerId} />
        </MediaUploader>
        <NewPostFields values={values} errors={errors} onChange={change} />
        {opened && <ObstacleList obstacles={opened.post.obstacles} isScheduled={false} />}
        <ReviewNotice post={opened && opened.post} />
        <ScheduleFields schedule={schedule} error={errors.publishAt} onChange={setSchedule} />
        <footer className={styles.actions}>
          <Failure error={failure} />
          <SavingLine saving={saving} onRetry={() => void saver.save()} />
          {draftId && <DeleteButton label="Delete Draft" onClick={() => setIsDeleting(true)} />}
          <Button variant="default" size="md" radius="xl" onClick={() => void saveDraft()}>
            Save Draft
          </Button>
          <SubmitButton label={isBusy ? 'Creating...' : 'Create Post'} disabled={isBusy} />
        </footer>
      </div>
      <NewPostPreview values={values} items={items} links={links} schedule={schedule} />
      <LeaveDialog
        isSending={isSending}
        isUnsaved={() => !isDone.current && saver.isUnsaved()}
        save={() => saver.flush()}
        isDone={() => isDone.current}
      />
      {saving.status === 'conflict' && (
        <DraftConflict
          mine={{ ...values, people: values.people.length, fileCount: items.length }}
          present={saving.present}
          onLoad={loadOtherVersion}
          onKeep={() => {
            if (saving.present?.post.state !== 'draft') uploads.replace([]);
            void saver.overwrite();
          }}
        />
      )}
      <DeletePostDialog
        postId={isDeleting ? draftId : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void removeDraft()}
      />
    </form>
  );
}

/** The error of the server; the input is still there. */
function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  const isSignedOut = error instanceof ApiError && error.problem.code === 'unauthenticated';
  return (
    <p className={styles.failure} role="alert">
      Failed to create post: {isSignedOut ? 'User not authenticated' : error.message}
    </p>
  );
}
