import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { influencerOptionQuery } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { ConflictDialog } from '#src/ui/forms/edit-conflict.tsx';
import { draftOf, type LoadedPost } from './draft-saver.ts';
import styles from './new-post-conflict.module.css';
import type { NewPostValues } from './new-post-fields.tsx';

type Version = Omit<NewPostValues, 'people'> & { people: number; fileCount: number };
type DraftConflictProps = {
  mine: Version;
  /** The current version of the draft; null if it was deleted. */
  present: LoadedPost | null;
  onLoad: (other: LoadedPost) => void;
  onKeep: () => void;
};

/** Lets the user choose between versions when the draft was changed in another tab or by someone else. */
export function DraftConflict({ mine, present, onLoad, onKeep }: DraftConflictProps) {
  const post = present?.post;
  const isDraft = post?.state === 'draft';
  return (
    <ConflictDialog
      title={titleOf(present)}
      text={
        isDraft
          ? 'Nothing is lost. Which version do you want to keep?'
          : 'You can save this as a new draft; its files need to be added again.'
      }
      size="lg"
      actions={
        <>
          {present && isDraft && (
            <Button variant="default" radius="xl" onClick={() => onLoad(present)}>
              Load the other version
            </Button>
          )}
          {post && !isDraft && (
            <Button
              variant="default"
              radius="xl"
              renderRoot={(props) => (
                <Link to="/content/edit/$id" params={{ id: post.id }} ignoreBlocker {...props} />
              )}
            >
              Open the post
            </Button>
          )}
          {!post && (
            <Button
              variant="default"
              radius="xl"
              renderRoot={(props) => <Link to="/content" ignoreBlocker {...props} />}
            >
              Back to Content
            </Button>
          )}
          <Button radius="xl" data-autofocus onClick={onKeep}>
            {isDraft ? 'Keep mine' : 'Keep mine as a new draft'}
          </Button>
        </>
      }
    >
      <div className={styles.versions}>
        <VersionCard title="Yours" version={mine} />
        {post && (
          <VersionCard
            title="The other"
            version={{
              ...draftOf(post),
              aiUse: post.aiUse,
              people: post.people.length,
              fileCount: post.media.length,
            }}
          />
        )}
      </div>
    </ConflictDialog>
  );
}

function titleOf(present: LoadedPost | null): string {
  if (!present) return 'This draft has been deleted';
  const { state } = present.post;
  return state === 'draft'
    ? 'This draft has changed since you opened it'
    : `This draft has been ${state}`;
}

function VersionCard({ title, version }: { title: string; version: Version }) {
  const { caption, category, aiUse, influencerId, people, fileCount } = version;
  const { data: influencer } = useQuery(influencerOptionQuery(influencerId));
  return (
    <section className={styles.version} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.caption}>{caption || <em>No caption</em>}</p>
      <dl>
        <Fact name="Category">{category ?? '–'}</Fact>
        <Fact name="Influencer">{influencer?.fullName ?? '–'}</Fact>
        <Fact name="Other people">{people}</Fact>
        <Fact name="Use of AI">{aiUse ? AI_USE_LABELS[aiUse] : 'Not stated'}</Fact>
        <Fact name="Files">{fileCount}</Fact>
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
