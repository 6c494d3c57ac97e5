import { useState } from 'react';
import { captionPreview } from '#src/lib/text.ts';
import { MoreButton } from './more-button.tsx';
import styles from './post-card.module.css';

/** The preview of a caption; "more" shows the whole caption in place. */
export function CardCaption({ caption }: { caption: string }) {
  const [expanded, setExpanded] = useState(false);
  const preview = captionPreview(caption);
  return (
    <p className={styles.caption} data-expanded={expanded || undefined}>
      {expanded ? caption : preview}{' '}
      {preview !== caption && (
        <MoreButton expanded={expanded} onToggle={() => setExpanded(!expanded)} />
      )}
    </p>
  );
}
