import { Alert, Button } from '@mantine/core';
import { ImagePlus, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { MAXIMUM_FILES_PER_POST } from '../media.schema.ts';
import { FILE_CHOOSER_ACCEPT } from './check-file.ts';
import styles from './media-uploader.module.css';
import { UploadTile } from './upload-tile.tsx';
import type { Uploads } from './use-uploads.ts';

const hasFiles = (event: DragEvent | globalThis.DragEvent) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files by drop or choice, sends them, and shows them in their order. */
export function MediaUploader({
  uploads,
  error,
}: {
  uploads: Uploads;
  error?: string | undefined;
}) {
  const { items } = uploads;
  return (
    <section aria-label="Media">
      {items.length < MAXIMUM_FILES_PER_POST && (
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
      {items.length > 0 && <UploadList uploads={uploads} />}
    </section>
  );
}

function UploadList({ uploads }: { uploads: Uploads }) {
  const { items } = uploads;
  const done = items.filter(({ status }) => status === 'done').length;
  return (
    <>
      <p className={styles.count} role="status">
        {done} of {items.length} uploaded
        <span>{MAXIMUM_FILES_PER_POST - items.length} more possible</span>
      </p>
      <ol className={styles.tiles}>
        {items.map((item, index) => (
          <UploadTile
            key={item.key}
            item={item}
            position={index + 1}
            isLast={index === items.length - 1}
            onRemove={() => uploads.remove(item.key)}
            onRetry={() => uploads.retry(item.key)}
            onMove={(step) => uploads.move(item.key, step)}
          />
        ))}
      </ol>
    </>
  );
}

type DropZoneProps = { isCompact: boolean; hasError: boolean; onFiles: (files: File[]) => void };

function DropZone({ isCompact, hasError, onFiles }: DropZoneProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  // A file dropped beside the zone would otherwise replace the page, and what was typed.
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

  return (
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      data-error={hasError || undefined}
      onDragEnter={(event) => setIsOver(hasFiles(event))}
      onDragOver={(event) => setIsOver(hasFiles(event))}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <ImagePlus size={isCompact ? 22 : 34} aria-hidden="true" />
      <div>
        <p className={styles.invitation}>
          {isCompact ? 'Drop more files here' : 'Drop pictures and films here'}
        </p>
        <p className={styles.hint}>
          JPEG, PNG, GIF, WebP, MP4, WebM, MOV, AVI · up to 2 GB each · {MAXIMUM_FILES_PER_POST}{' '}
          files
        </p>
      </div>
      <Button
        variant="default"
        id="choose-files"
        aria-describedby={hasError ? 'media-error' : undefined}
        onClick={() => chooser.current?.click()}
      >
        Choose files
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={FILE_CHOOSER_ACCEPT}
        data-testid="file-chooser"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
