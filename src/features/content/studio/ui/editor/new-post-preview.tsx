import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Eye } from 'lucide-react';
import { useState } from 'react';
import { influencerOptionQuery } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import type { UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { labelOf } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { AiLabel } from '#src/features/content/publication-rule/ui/ai-label.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { captionPreview } from '#src/lib/text.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import type { NewPostValues } from './new-post-fields.tsx';
import styles from './new-post-preview.module.css';
import { publishAtOf, type Schedule } from './schedule-time.ts';

type NewPostPreviewProps = {
  values: NewPostValues;
  items: UploadItem[];
  links: MediaLinks;
  schedule: Schedule;
};

/** The post as subscribers will see it, once caption, category and influencer are filled in. */
export function NewPostPreview({ values, items, links, schedule }: NewPostPreviewProps) {
  const { data: influencer } = useQuery(influencerOptionQuery(values.influencerId));
  const [today] = useState(() => new Date().toISOString());
  const { category, aiUse } = values;
  const caption = values.caption.trim();
  return (
    <aside className={styles.preview} aria-label="Preview">
      <h2>Preview</h2>
      {caption && category && influencer ? (
        <article className={styles.card}>
          <PreviewMedia items={items} links={links} />
          <div className={styles.body}>
            <p className={styles.name}>{influencer.fullName || 'Unknown'}</p>
            <p className={styles.caption}>{captionPreview(caption)}</p>
            <p className={styles.foot}>
              <CategoryBadge category={category} />
              <AiLabel label={labelOf(aiUse)} />
              <span>{formatDate(publishAtOf(schedule) ?? today)}</span>
            </p>
          </div>
        </article>
      ) : (
        <p className={styles.waiting}>
          <Eye size={26} strokeWidth={1.4} aria-hidden="true" />
          Fill in caption, category and influencer to see the post as subscribers will.
        </p>
      )}
    </aside>
  );
}

function PreviewMedia({ items, links }: Pick<NewPostPreviewProps, 'items' | 'links'>) {
  const [position, setPosition] = useState(0);
  const index = Math.min(position, items.length - 1);
  const item = items[index];
  if (!item) return <div className={styles.media} data-empty />;
  const step = (by: number) => setPosition((index + by + items.length) % items.length);
  return (
    <div className={styles.media}>
      <UploadPicture
        key={item.key}
        item={item}
        links={links}
        alt={`File ${index + 1}`}
        isPlayable
      />
      {items.length > 1 && (
        <>
          <span className={styles.counter}>
            {index + 1} / {items.length}
          </span>
          <button type="button" className={styles.previous} onClick={() => step(-1)}>
            <ChevronLeft size={18} aria-hidden="true" />
            <span className="visually-hidden">Previous photo or video</span>
          </button>
          <button type="button" className={styles.next} onClick={() => step(1)}>
            <ChevronRight size={18} aria-hidden="true" />
            <span className="visually-hidden">Next photo or video</span>
          </button>
        </>
      )}
    </div>
  );
}
