import { useState } from 'react';
import type { z } from 'zod';
import type { influencerHeaderSchema } from '#src/features/content/posts/feed.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { publicImageAddress } from '#src/lib/images.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import styles from './influencer-header.module.css';

type Influencer = z.infer<typeof influencerHeaderSchema>;

/** Picture, name, category and bio above the posts of an influencer. */
export function InfluencerHeader({ influencer }: { influencer: Influencer }) {
  const [broken, setBroken] = useState(false);
  const category = CATEGORIES.find((known) => known === influencer.contentCategory);
  const image = broken ? null : influencer.image;
  return (
    <header className={styles.header}>
      {image && (
        <img className={styles.backdrop} src={publicImageAddress(image, 320)} alt="" aria-hidden />
      )}
      <div className={styles.avatar}>
        {image ? (
          <img src={publicImageAddress(image, 640)} alt="" onError={() => setBroken(true)} />
        ) : (
          <span aria-hidden="true">{influencer.fullName.charAt(0).toUpperCase()}</span>
        )}
      </div>
      <div className={styles.text}>
        <h1>{influencer.fullName}</h1>
        {category && <CategoryBadge category={category} />}
        {influencer.bio && <p>{influencer.bio}</p>}
      </div>
    </header>
  );
}

/** Placeholder of the header. */
export function InfluencerHeaderSkeleton() {
  return (
    <div className={styles.header} aria-hidden="true">
      <div className={styles.avatar} />
      <div className={styles.text}>
        <div className={styles.ghost} />
      </div>
    </div>
  );
}
