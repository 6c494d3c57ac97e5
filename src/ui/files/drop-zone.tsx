import { Button } from '@mantine/core';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  /** `wide` invites on an empty page, `line` takes little room, `tile` stands among tiles. */
  look: 'wide' | 'line' | 'tile';
  invitation: string;
  /** Which files, how large and how many. */
  hint: string;
  action: string;
  /** What the files are for, for those who do not see what stands around the button. */
  label?: string;
  /** Id of the button. */
  buttonId?: string;
  /** Id of the words that say what is wrong. */
  errorId?: string | undefined;
  accept: string;
  multiple: boolean;
  onFiles: (files: File[]) => void;
};

const hasFiles = (event: DragEvent | globalThis.DragEvent) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Where files are dropped or chosen. */
export function DropZone({ look, action, label, errorId, onFiles, ...zone }: DropZoneProps) {
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
      data-variant={look}
      data-over={isOver || undefined}
      data-error={errorId !== undefined || undefined}
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
      <ImagePlus aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.invitation}>{zone.invitation}</p>
        <p className={styles.hint}>{zone.hint}</p>
      </div>
      <Button
        variant="default"
        radius="xl"
        size={look === 'tile' ? 'xs' : 'sm'}
        id={zone.buttonId}
        aria-label={label && `${action}: ${label}`}
        aria-describedby={errorId}
        onClick={() => chooser.current?.click()}
      >
        {action}
      </Button>
      <input
        ref={chooser}
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
