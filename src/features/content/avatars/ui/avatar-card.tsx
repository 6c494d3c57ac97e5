import { Alert, Button, FileButton, Group, Loader } from '@mantine/core';
import { Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { IMAGE_MIME_TYPES } from '#src/features/content/page-images/page-images.schema.ts';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import styles from './avatar-card.module.css';
import { useAvatar } from './use-avatar.ts';

/** The picture of a fan: upload, replacement and removal. */
export function AvatarCard() {
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const { upload, percent, error, remove, isRemoving } = useAvatar();
  if (!session) return null;
  const { avatar, fullName, email } = session.user;
  const isSending = percent !== null;

  async function removePicture() {
    if (await remove()) toast.success('Success', { description: 'Photo removed' });
    setIsConfirming(false);
    heading.current?.focus();
  }

  return (
    <section className={`${account.card} ${styles.card}`} aria-labelledby="avatar-title">
      <div className={styles.picture} aria-busy={isSending}>
        <UserAvatar avatar={avatar} name={fullName || email} />
        {isSending && (
          <span className={styles.sending}>
            <Loader size="sm" color="#e5bd6e" aria-label={`Uploading, ${percent} percent`} />
          </span>
        )}
      </div>
      <div className={styles.text}>
        <h2 id="avatar-title" ref={heading} tabIndex={-1}>
          Your photo
        </h2>
        <p className={account.soft}>Only you and our team can see this. Other fans never do.</p>
        <Group gap="xs">
          <FileButton
            accept={IMAGE_MIME_TYPES.join(',')}
            inputProps={{ 'aria-label': 'Your photo' }}
            onChange={(file) => file && upload(file)}
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
                {avatar ? 'Replace photo' : 'Upload photo'}
              </Button>
            )}
          </FileButton>
          {avatar && (
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
        title="Remove your photo?"
        text="Your initials are shown instead."
        opened={isConfirming}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={isRemoving}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void removePicture()}
      />
    </section>
  );
}
