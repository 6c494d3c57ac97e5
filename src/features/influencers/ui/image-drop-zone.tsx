import { Button } from '@mantine/core';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { IMAGE_MIME_TYPES } from '../page-images.schema.ts';
import styles from './image-drop-zone.module.css';

type ImageDropZoneProps = {
  invitation: string;
  action: string;
  /** What the pictures are for, for those who do not see what stands around the button. */
  label: string;
  multiple: boolean;
  onFiles: (files: File[]) => void;
};

const hasFiles = (event: DragEvent | globalThis.DragEvent) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Takes pictures by drop or choice. */
export function ImageDropZone({
  invitation,
  action,
  label,
  multiple,
  onFiles,
}: ImageDropZoneProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  // A file dropped beside the zone would otherwise replace the page.
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
      <ImagePlus size={26} strokeWidth={1.4} aria-hidden="true" />
      <p className={styles.invitation}>{invitation}</p>
      <Button
        variant="default"
        radius="xl"
        size="xs"
        aria-label={`${action}: ${label}`}
        onClick={() => chooser.current?.click()}
      >
        {action}
      </Button>
      <p className={styles.hint}>JPEG, PNG, WebP or GIF, up to 5 MB</p>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={multiple}
        accept={IMAGE_MIME_TYPES.join(',')}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
