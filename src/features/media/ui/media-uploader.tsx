import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { RenewPass } from '#src/features/posts/ui/use-media-pass.ts';
import { MAXIMUM_FILES_PER_POST } from '../media.schema.ts';
import { DropZone } from './drop-zone.tsx';
import styles from './media-uploader.module.css';
import { UploadList } from './upload-list.tsx';
import type { Uploads } from './use-uploads.ts';

/** How pictures of files that are on the server are reached. */
export type MediaLinks = { pass: string; renewPass: RenewPass };

type MediaUploaderProps = { uploads: Uploads; links: MediaLinks; error?: string | undefined };

/** Takes files by drop or choice, sends them, and shows them in their order. */
export function MediaUploader({ uploads, links, error }: MediaUploaderProps) {
  const { items } = uploads;
  // With every place taken, half-sent files can still be chosen again.
  const hasRoom =
    items.length < MAXIMUM_FILES_PER_POST || items.some(({ state }) => state === 'interrupted');
  return (
    <section aria-label="Media">
      {hasRoom && (
        <DropZone isCompact={items.length > 0} onFiles={uploads.add} hasError={Boolean(error)} />
      )}
      {error && (
        <p id="media-error" className={styles.error} role="alert">
          {error}
        </p>
      )}
      {uploads.rejected.length > 0 && (
        <Alert
          className={styles.rejected}
          color="red"
          variant="outline"
          icon={<TriangleAlert size={18} />}
          title="File Validation Errors"
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={uploads.clearRejected}
        >
          <ul className={styles.reasons}>
            {uploads.rejected.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </Alert>
      )}
      {items.length > 0 && <UploadList uploads={uploads} links={links} />}
    </section>
  );
}
