import type { ReactNode } from 'react';
import { DropZone } from '#src/ui/files/drop-zone.tsx';
import { RejectedFiles } from '#src/ui/files/rejected-files.tsx';
import { FILE_CHOOSER_ACCEPT } from './check-file.ts';
import styles from './media-uploader.module.css';
import { UploadList } from './upload-list.tsx';
import type { MediaLinks } from './use-media-token.ts';
import type { Uploads } from './use-uploads.ts';

type MediaUploaderProps = {
  uploads: Uploads;
  links: MediaLinks;
  error?: string | undefined;
  /** Whether a whole folder can be chosen. */
  hasFolders?: boolean;
  /** Another way to add files, below the drop zone. */
  children?: ReactNode;
};

/** Accepts files by drop or choice, uploads them, and lists them in order. */
export function MediaUploader({ uploads, links, error, ...options }: MediaUploaderProps) {
  const { hasFolders = false, children } = options;
  const { items, maximum } = uploads;
  // Interrupted files can be chosen again even if the limit is reached.
  const hasRoom = items.length < maximum || items.some(({ state }) => state === 'interrupted');
  const isEmpty = items.length === 0;
  return (
    <section aria-label="Media">
      {hasRoom && (
        <DropZone
          variant={isEmpty ? 'wide' : 'line'}
          invitation={isEmpty ? 'Drop photos and videos here' : 'Drop more files here'}
          hint={`JPEG, PNG, GIF, WebP, MP4, WebM, MOV, AVI · up to 2 GB each · ${maximum} files`}
          action="Choose files"
          buttonId="choose-files"
          errorId={error && 'media-error'}
          accept={FILE_CHOOSER_ACCEPT}
          multiple
          hasFolders={hasFolders}
          onFiles={uploads.add}
        />
      )}
      {children}
      {error && (
        <p id="media-error" className={styles.error} role="alert">
          {error}
        </p>
      )}
      <RejectedFiles
        reasons={uploads.rejected}
        className={styles.refused}
        onDismiss={uploads.clearRejected}
      />
      {!isEmpty && <UploadList uploads={uploads} links={links} />}
    </section>
  );
}
