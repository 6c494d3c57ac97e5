import { Button } from '@mantine/core';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  /** `wide` for an empty page, `line` to save space, `tile` for a grid of tiles. */
  variant: 'wide' | 'line' | 'tile';
  invitation: string;
  /** Accepted formats, sizes and numbers of files. */
  hint: string;
  action: string;
  /** Accessible description of what the files are for. */
  label?: string;
  /** Id of the button. */
  buttonId?: string;
  /** Id of the error message. */
  errorId?: string | undefined;
  accept: string;
  multiple: boolean;
  /** Whether a whole folder can be chosen. */
  hasFolders?: boolean;
  onFiles: (files: File[]) => void;
};

const hasFiles = (event: DragEvent | globalThis.DragEvent) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** An area to drop or choose files. */
export function DropZone({ variant, action, label, errorId, onFiles, ...zone }: DropZoneProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);

  // A file dropped outside the zone would otherwise replace the page and discard typed input.
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
      data-variant={variant}
      data-over={isDragOver || undefined}
      data-error={errorId !== undefined || undefined}
      onDragEnter={(event) => setIsDragOver(hasFiles(event))}
      onDragOver={(event) => setIsDragOver(hasFiles(event))}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDragOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsDragOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <ImagePlus aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.invitation}>{zone.invitation}</p>
        <p className={styles.hint}>{zone.hint}</p>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="default"
          radius="xl"
          size={variant === 'tile' ? 'xs' : 'sm'}
          id={zone.buttonId}
          aria-label={label && `${action}: ${label}`}
          aria-describedby={errorId}
          onClick={() => fileInput.current?.click()}
        >
          {action}
        </Button>
        {zone.hasFolders && <FolderButton onFiles={onFiles} />}
      </div>
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple={zone.multiple}
        accept={zone.accept}
        aria-label={label}
        data-testid="file-chooser"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function FolderButton({ onFiles }: Pick<DropZoneProps, 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  // React has no property for it.
  useEffect(() => input.current?.setAttribute('webkitdirectory', ''), []);
  return (
    <>
      <Button variant="default" radius="xl" size="sm" onClick={() => input.current?.click()}>
        Choose a folder
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
