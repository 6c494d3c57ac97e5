import { CredentialsDialog } from '#src/features/backoffice/users/ui/credentials-dialog.tsx';
import type { FirstAccess } from '#src/features/backoffice/users/ui/initial-credentials.tsx';
import styles from './create-influencer.module.css';

type CreatedCredentialsProps = { access: FirstAccess; onGone: () => void };

/** A new influencer's credentials, shown once. */
export function CreatedCredentials(props: CreatedCredentialsProps) {
  return (
    <CredentialsDialog
      title="Influencer created successfully!"
      subtitle={'link' in props.access ? undefined : 'The influencer can now login immediately.'}
      {...props}
    >
      <p className={styles.next}>
        Visitors don’t see them yet. Next, the page of the influencer shows what’s missing before
        they go live.
      </p>
    </CredentialsDialog>
  );
}
