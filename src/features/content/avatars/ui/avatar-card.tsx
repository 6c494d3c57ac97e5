import { PhotoEditor } from '#src/features/content/page-images/ui/photo-editor.tsx';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { useAvatar } from './use-avatar.ts';

/** The picture of a fan: upload, replacement and removal. */
export function AvatarCard() {
  const session = useSession();
  const { upload, percent, error, remove, isRemoving } = useAvatar();
  if (!session) return null;
  const { avatar, fullName, email } = session.user;

  return (
    <div className={account.card}>
      <PhotoEditor
        title="Your photo"
        hint="Only you and our team can see this. Other fans never do."
        hasPhoto={avatar !== null}
        percent={percent}
        error={error}
        onChoose={upload}
        removal={{
          title: 'Remove your photo?',
          text: 'Your initials are shown instead.',
          success: 'Photo removed',
          isRunning: isRemoving,
          run: remove,
        }}
      >
        <UserAvatar avatar={avatar} name={fullName || email} />
      </PhotoEditor>
    </div>
  );
}
