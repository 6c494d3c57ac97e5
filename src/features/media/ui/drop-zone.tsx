import { Button } from '@mantine/core';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { MAXIMUM_FILES_PER_POST } from '../media.schema.ts';
import { FILE_CHOOSER_ACCEPT } from './check-file.ts';
import styles from './drop-zone.module.css';

const hasFiles = (event: DragEvent | globalThis.DragEvent) =>
  event.dataTransfer?.types.includes('Files') ?? false;

type DropZoneProps = {
  /** Once there are files, it takes little room. */
  isCompact: boolean;
  hasError: boolean;
  onFiles: (files: File[]) => void;
};

/** Where files are dropped or chosen. */
export function DropZone({ isCompact, hasError, onFiles }: DropZoneProps) {
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
        radius="xl"
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
