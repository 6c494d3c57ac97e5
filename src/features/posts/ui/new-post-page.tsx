import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import type { z } from 'zod';
import { call, client } from '#src/client.ts';
import { MediaUploader } from '#src/features/media/ui/media-uploader.tsx';
import { useUploads, type UploadItem } from '#src/features/media/ui/use-uploads.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { newPostSchema } from '../posts.schema.ts';
import { NewPostFields, type NewPostErrors, type NewPostValues } from './new-post-fields.tsx';
import { LeaveDialog } from './new-post-leave.tsx';
import styles from './new-post-page.module.css';
import { NewPostPreview } from './new-post-preview.tsx';

const BLANK: NewPostValues = { caption: '', category: null, influencerId: '' };
/** What is focused when the field is the first with an error. */
const FOCUS = {
  uploadIds: 'choose-files',
  caption: 'caption',
  category: 'category',
  influencerId: 'influencer',
} as const;

/** What is wrong, by field, in the order of the screen. */
function findErrors(values: NewPostValues, items: UploadItem[]): NewPostErrors {
  const uploadIds = items.map(({ key, uploadId }) => uploadId ?? key);
  const result = newPostSchema.safeParse({ ...values, uploadIds });
  const messages = Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path[0], message]),
  );
  if (items.some(({ status }) => status === 'failed')) {
    messages.uploadIds = 'Retry or remove the files that failed';
  } else if (items.some(({ status }) => status !== 'done')) {
    messages.uploadIds = 'Wait until every file is uploaded';
  }
  const fields = Object.keys(FOCUS) as (keyof typeof FOCUS)[];
  return Object.fromEntries(fields.filter((f) => messages[f]).map((f) => [f, messages[f]]));
}

/** Where admin and staff publish a post for an influencer. */
export function NewPostPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const uploads = useUploads();
  const [values, setValues] = useState(BLANK);
  const [wasTried, setWasTried] = useState(false);
  /** What the server found wrong, until it is changed. */
  const [refused, setRefused] = useState<NewPostErrors>({});
  const found = findErrors(values, uploads.items);
  const errors = { ...refused, ...(wasTried && found) };
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const isPublished = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const isDirty =
    uploads.items.length > 0 ||
    Boolean(values.caption.trim() || values.category || values.influencerId);

  // Not a query's mutation: those leave the page, and what was typed, when the session has ended.
  async function publish(json: z.input<typeof newPostSchema>) {
    setIsBusy(true);
    setFailure(null);
    try {
      await call(client.api.posts.$post({ json }));
    } catch (error) {
      toast.error('Error', { description: 'Failed to create post' });
      setFailure(error as Error);
      const fields = error instanceof ApiError ? (error.problem.errors ?? []) : [];
      setRefused(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
      setIsBusy(false);
      return;
    }
    isPublished.current = true;
    uploads.release();
    toast.success('Success', { description: 'Post created successfully' });
    void queryClient.invalidateQueries({ queryKey: ['posts'] });
    await navigate({ to: '/content' });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setWasTried(true);
    const first = Object.keys(found)[0] as keyof typeof FOCUS | undefined;
    if (first) {
      toast.error('Validation Error', { description: Object.values(found).join('. ') });
      document.getElementById(FOCUS[first])?.focus();
      return;
    }
    const uploadIds = uploads.items.flatMap(({ uploadId }) => uploadId ?? []);
    void publish(newPostSchema.parse({ ...values, uploadIds }));
  }

  function change(patch: Partial<NewPostValues>) {
    setValues((before) => ({ ...before, ...patch }));
    setRefused({});
  }

  useHotkeys([['mod+Enter', () => form.current?.requestSubmit()]], []);

  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.page}>
      <header className={styles.head}>
        <Link to="/content" className={styles.back}>
          <ArrowLeft size={16} aria-hidden="true" /> Back to Content
        </Link>
        <h1>New Post</h1>
      </header>
      <div className={styles.work}>
        <MediaUploader uploads={uploads} error={errors.uploadIds} />
        <NewPostFields values={values} errors={errors} onChange={change} />
        <footer className={styles.actions}>
          <Failure error={failure} />
          <span className={styles.shortcut} aria-hidden="true">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </span>
          <Button
            type="submit"
            size="md"
            radius="xl"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={isBusy}
          >
            {isBusy ? 'Creating...' : 'Create Post'}
          </Button>
        </footer>
      </div>
      <NewPostPreview values={values} items={uploads.items} />
      <LeaveDialog shouldAsk={() => isDirty && !isPublished.current} />
    </form>
  );
}

/** Why the server did not take the post; what was typed and uploaded is still there. */
function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  const isSignedOut = error instanceof ApiError && error.problem.code === 'unauthenticated';
  return (
    <p className={styles.failure} role="alert">
      {isSignedOut ? 'User not authenticated' : error.message}
    </p>
  );
}
