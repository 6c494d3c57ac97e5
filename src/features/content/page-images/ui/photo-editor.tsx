import { Alert, Button, FileButton, Group, Loader } from '@mantine/core';
import { Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { IMAGE_MIME_TYPES } from '../page-images.schema.ts';
import styles from './photo-editor.module.css';

type PhotoEditorProps = {
  title: string;
  /** Who sees the photo, or where. */
  hint: string;
  hasPhoto: boolean;
  /** Percentage sent of a running upload. */
  percent: number | null;
  error: string | null;
  onChoose: (file: File) => void;
  removal: {
    title: string;
    text: string;
    success: string;
    isRunning: boolean;
    /** Rejects if the photo could not be removed; the failure is reported elsewhere. */
    run: () => Promise<unknown>;
  };
  /** The photo. */
  children: ReactNode;
};

/** The one round photo of a person: upload, replacement and removal. */
export function PhotoEditor({
  title,
  hint,
  hasPhoto,
  percent,
  error,
  onChoose,
  removal,
  children,
}: PhotoEditorProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const isSending = percent !== null;

  async function removePhoto() {
    try {
      await removal.run();
      toast.success('Success', { description: removal.success });
    } catch {
      // The photo stays.
    }
    setIsConfirming(false);
    heading.current?.focus();
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.photo} aria-busy={isSending}>
        {children}
        {isSending && (
          <span className={styles.sending}>
            <Loader color="#e5bd6e" aria-label={`Uploading, ${percent} percent`} />
          </span>
        )}
      </div>
      <div className={styles.text}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.hint}>{hint}</p>
        <Group gap="xs">
          <FileButton
            accept={IMAGE_MIME_TYPES.join(',')}
            inputProps={{ 'aria-label': title }}
            onChange={(file) => file && onChoose(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="md"
                radius="xl"
                disabled={isSending}
                leftSection={<Upload size={16} aria-hidden="true" />}
              >
                {hasPhoto ? 'Replace photo' : 'Upload photo'}
              </Button>
            )}
          </FileButton>
          {hasPhoto && (
            <Button
              variant="subtle"
              color="gray"
              size="md"
              radius="xl"
              disabled={isSending}
              leftSection={<Trash2 size={16} aria-hidden="true" />}
              onClick={() => setIsConfirming(true)}
            >
              Remove photo
            </Button>
          )}
        </Group>
        <p className={styles.limits}>JPEG, PNG, WebP or GIF, up to 5 MB</p>
        {error && (
          <Alert className={styles.error} variant="default" role="alert">
            {error}
          </Alert>
        )}
      </div>
      <ConfirmDialog
        variant="card"
        title={removal.title}
        text={removal.text}
        opened={isConfirming}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={removal.isRunning}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void removePhoto()}
      />
    </section>
  );
}
