import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { pageImagesQuery } from '#src/features/content/page-images/ui/page-images-queries.ts';
import { InfluencerPage } from '#src/features/storefront/influencer-page/ui/influencer-page.tsx';
import fields from './edit-fields.module.css';
import { pagePreviewQuery } from './edit-influencer-query.ts';
import { draftOf } from './edit-preview-draft.ts';
import { PreviewFrame } from './edit-preview-frame.tsx';
import styles from './edit-preview.module.css';
import type { EditValues } from './edit-values.ts';

const SCREENS = { desktop: 1280, phone: 390 } as const;
type Screen = keyof typeof SCREENS;

type EditPreviewProps = {
  influencerId: string;
  values: EditValues;
  /** The section of the page being edited. */
  visibleSection: string | null;
  first?: Screen;
};

/** A preview of the public page with the unsaved changes. */
export function EditPreview({ influencerId, values, visibleSection, first }: EditPreviewProps) {
  const [screen, setScreen] = useState<Screen>(first ?? 'desktop');
  const saved = useQuery(pagePreviewQuery(influencerId));
  const pictures = useQuery(pageImagesQuery(influencerId));
  // Deferred, so that typing does not wait for the preview.
  const typed = useDeferredValue(values);
  const draft = useMemo(
    () => saved.data && pictures.data && draftOf(saved.data, typed, pictures.data.images),
    [saved.data, pictures.data, typed],
  );
  const hasFailed = saved.isError || pictures.isError;
  return (
    <div className={styles.preview}>
      <SegmentedControl
        className={`${fields.segments} ${styles.screens}`}
        size="xs"
        radius="xl"
        aria-label="Preview size"
        data={[
          { value: 'desktop', label: 'Desktop' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={screen}
        onChange={(chosen) => setScreen(chosen as Screen)}
      />
      {draft ? (
        <PreviewFrame
          title="Preview of the public page"
          width={SCREENS[screen]}
          visibleSection={visibleSection}
        >
          <InfluencerPage influencer={draft} viewer="visitor" />
        </PreviewFrame>
      ) : hasFailed ? (
        <p className={styles.failed}>Failed to load the preview.</p>
      ) : (
        <Skeleton className={styles.room} />
      )}
    </div>
  );
}
