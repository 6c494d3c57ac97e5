import { Alert, Button, FileButton, Group, Loader } from '@mantine/core';
import { Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { toast } from 'sonner';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import { IMAGE_MIME_TYPES } from '../page-images.schema.ts';
import { useSlotImages } from './page-images-queries.ts';
import styles from './profile-photo.module.css';
import { useImageUploads } from './use-image-uploads.ts';

type ProfilePhotoProps = {
  influencerId: string;
  fullName: string;
  /** Stem of the photo, if there is one. */
  photo: string | undefined;
  /** Where the photo appears. */
  hint: string;
};

/** The profile photo: upload, replacement and removal. */
export function ProfilePhoto({ influencerId, fullName, photo, hint }: ProfilePhotoProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const slot = 'profile-photo';
  const { remove, isRemoving } = useSlotImages({ influencerId, slot });
  const [isConfirming, setIsConfirming] = useState(false);
  const { sent, refused, add } = useImageUploads({
    influencerId,
    slot,
    present: photo ? 1 : 0,
    onSent: () => toast.success('Success', { description: 'Profile photo uploaded successfully' }),
    failureTitle: 'Failed to upload profile photo',
  });
  const [latest] = sent;
  const isSending = latest?.failure === null;
  const error = refused[0] ?? latest?.failure?.text;

  async function removePhoto() {
    try {
      await remove(photo!);
      toast.success('Success', { description: 'Profile photo removed successfully' });
    } finally {
      setIsConfirming(false);
      heading.current?.focus();
    }
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.photo} aria-busy={isSending}>
        {isSending ? (
          <>
            <img src={latest.preview} alt="" />
            <Loader color="#e5bd6e" aria-label={`Uploading, ${latest.percent} percent`} />
          </>
        ) : (
          <PublicImage
            image={photo ?? null}
            name={fullName}
            alt={photo ? `Profile photo of ${fullName}` : ''}
            sizes="9rem"
            aspect={1}
            eager
          />
        )}
      </div>
      <div className={styles.text}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Profile photo
        </h2>
        <p className={styles.hint}>{hint}</p>
        <Group gap="xs">
          <FileButton
            accept={IMAGE_MIME_TYPES.join(',')}
            inputProps={{ 'aria-label': 'Profile photo' }}
            onChange={(file) => file && add([file])}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                radius="xl"
                disabled={isSending}
                leftSection={<Upload size={16} aria-hidden="true" />}
              >
                {photo ? 'Replace photo' : 'Upload photo'}
              </Button>
            )}
          </FileButton>
          {photo && (
            <Button
              variant="subtle"
              color="gray"
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
          <Alert className={styles.error} variant="default">
            {error}
          </Alert>
        )}
      </div>
      <ConfirmDialog
        variant="card"
        title="Remove the profile photo?"
        text="It disappears from all cards and pages right away. This action cannot be undone."
        opened={isConfirming}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={isRemoving}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void removePhoto()}
      />
    </section>
  );
}
