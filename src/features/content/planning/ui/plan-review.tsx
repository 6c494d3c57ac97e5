import { TextInput } from '@mantine/core';
import type { UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { CAPTION_MAXIMUM_LENGTH } from '#src/features/content/posts/posts.schema.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { timesOf, type Rhythm } from '../planning.rules.ts';
import styles from './plan-review.module.css';

type PlanReviewProps = {
  items: UploadItem[];
  rhythm: Rhythm;
  captions: Record<string, string>;
  links: MediaLinks;
  error: string | undefined;
  onChange: (captions: Record<string, string>) => void;
};

/** The posts that will be created: time, file and caption of each. */
export function PlanReview({ items, rhythm, captions, links, error, onChange }: PlanReviewProps) {
  const times = timesOf(rhythm, items.length);
  return (
    <>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <ol className={styles.posts} aria-label="Posts to create">
        {items.map((item, index) => (
          <li key={item.key} className={styles.post}>
            <div className={styles.picture}>
              <UploadPicture item={item} links={links} />
            </div>
            <div className={styles.facts}>
              <time dateTime={times[index]!.toISOString()}>
                {formatInstant(times[index]!, 'zonedTime', rhythm.timeZone)}
              </time>
              <span>{item.fileName}</span>
            </div>
            <TextInput
              aria-label={`Caption of ${item.fileName}`}
              placeholder="Caption"
              maxLength={CAPTION_MAXIMUM_LENGTH}
              error={error !== undefined && !captions[item.key]?.trim()}
              value={captions[item.key] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...captions, [item.key]: value })
              }
            />
          </li>
        ))}
      </ol>
    </>
  );
}
