import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MediaUploader } from '#src/features/content/media/ui/media-uploader.tsx';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useStudioMediaLinks } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { VaultPicker } from '#src/features/content/vault/ui/vault-picker.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { UnsavedChangesPrompt } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';
import { isCovered } from '#src/ui/elements/keyboard-shortcuts.ts';
import { EditConflict } from '#src/ui/forms/edit-conflict.tsx';
import { DeletePostDialog } from '../delete-post-dialog.tsx';
import { BackToContent, PostNotFound } from '../studio-frame.tsx';
import { studioStateOf } from '../studio-state.ts';
import type { LoadedPost } from './draft-saver.ts';
import styles from './edit-post-form.module.css';
import { EditPostMedia } from './edit-post-media.tsx';
import { EditPostSchedule } from './edit-post-schedule.tsx';
import { PostTextFields } from './new-post-fields.tsx';
import page from './new-post-page.module.css';
import { ObstacleList } from './obstacle-list.tsx';
import { PeopleSelect } from './people-select.tsx';
import { DeleteButton, SubmitButton } from './post-form-buttons.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { useEditedPost } from './use-edited-post.ts';

/** The form of a scheduled or published post. */
export function EditPostForm({ opened }: { opened: LoadedPost }) {
  const edited = useEditedPost(opened.post);
  const { base, values, conflict, errors, busy, change } = edited;
  const { links } = useStudioMediaLinks(opened.mediaToken);
  const [isDeleting, setIsDeleting] = useState(false);
  const { ref: form } = edited.form;
  const send = () => {
    if (!isCovered(form.current)) form.current?.requestSubmit();
  };
  useHotkeys([['mod+Enter', send]], []);

  if (conflict?.kind === 'deleted') return <PostNotFound />;
  return (
    <form {...edited.form} className={page.page}>
      <header className={page.head}>
        <BackToContent />
        <h1>Edit Post</h1>
      </header>
      <div className={page.work}>
        <EditConflict conflict={conflict} itemLabel="This post" onResolve={edited.resolveConflict}>
          {(present) => (
            <>
              <p className={styles.caption}>{present.caption}</p>
              <p className={styles.state}>
                {present.category} · {studioStateOf(present).text}
                {present.aiUse && ` · ${AI_USE_LABELS[present.aiUse]}`}
              </p>
            </>
          )}
        </EditConflict>
        {base.state === 'scheduled' ? (
          <MediaUploader uploads={edited.uploads} links={links} error={errors.mediaIds}>
            <VaultPicker uploads={edited.uploads} influencerId={base.influencer?.id ?? null} />
          </MediaUploader>
        ) : (
          <EditPostMedia post={base} mediaToken={opened.mediaToken} />
        )}
        <PostTextFields values={values} errors={errors} onChange={change}>
          <PeopleSelect
            people={values.people}
            influencerId={base.influencer?.id ?? null}
            error={errors.people}
            onChange={(people) => change({ people })}
          />
        </PostTextFields>
        <ObstacleList obstacles={base.obstacles} isScheduled={base.state === 'scheduled'} />
        <ReviewNotice post={base} />
        {base.state === 'scheduled' && base.publishAt && (
          <EditPostSchedule
            publishAt={base.publishAt}
            schedule={values.schedule}
            error={errors.schedule}
            busy={busy}
            onChange={(schedule) => change({ schedule })}
            onStep={(step) => void edited.run(step)}
          />
        )}
        <footer className={page.actions}>
          {edited.failure && (
            <p className={page.failure} role="alert">
              {edited.failure}
            </p>
          )}
          <DeleteButton label="Delete Post" onClick={() => setIsDeleting(true)} />
          <Button
            variant="default"
            size="md"
            radius="xl"
            renderRoot={(props) => <Link to="/content" {...props} />}
          >
            Cancel
          </Button>
          <SubmitButton
            label={busy === 'save' ? 'Saving...' : 'Save Changes'}
            disabled={busy !== null || conflict !== null}
          />
        </footer>
      </div>
      <Facts post={base} />
      <UnsavedChangesPrompt
        isUnsaved={edited.isUnsaved}
        text="Your changes to this post will be lost."
      />
      <DeletePostDialog
        postId={isDeleting ? base.id : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={edited.deleted}
      />
    </form>
  );
}

/** The fields of a post that cannot be changed. */
const Facts = ({ post: { influencer, createdAt, publishedAt } }: { post: StudioPost }) => (
  <aside className={styles.facts} aria-label="About this post">
    <dl>
      <dt>Influencer</dt>
      <dd className={styles.person}>
        <span className={styles.initial} aria-hidden="true">
          {(influencer?.fullName ?? '?').charAt(0).toUpperCase()}
        </span>
        {influencer?.fullName ?? 'Unknown'}
      </dd>
      <dt>Influencer ID</dt>
      <dd className={styles.id}>{influencer?.id ?? '–'}</dd>
      <dt>Created</dt>
      <dd>{formatDate(createdAt)}</dd>
      {publishedAt && (
        <>
          <dt>Published</dt>
          <dd>{formatDate(publishedAt)}</dd>
        </>
      )}
    </dl>
    {influencer && (
      <Link
        to="/influencers/edit/$id"
        params={{ id: influencer.id }}
        search={{ tab: 'my-page' }}
        className={styles.pictures}
      >
        Pictures on the public page
      </Link>
    )}
  </aside>
);
