import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { GivenCredentials } from '#src/features/accounts/ui/given-credentials.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import type { CreatedInfluencer } from './create-influencer-form.tsx';
import styles from './create-influencer.module.css';

type CreatedCredentialsProps = { created: CreatedInfluencer; onGone: () => void };

/** What a new influencer signs in with, shown this once. */
export function CreatedCredentials({ created, onGone }: CreatedCredentialsProps) {
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  return (
    <FormDialog
      title="Influencer created successfully!"
      centered
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={onGone}
    >
      {() => (
        <div className={styles.created}>
          <p>The influencer can now login immediately.</p>
          <GivenCredentials email={created.email} password={created.password} onDone={close} />
          <p className={styles.ways}>
            <Link to="/influencers/$id" params={{ id: created.id }} onClick={close}>
              Open the profile of {created.fullName}
            </Link>
            <a href={`/${created.publicUrl}`} target="_blank" rel="noopener">
              Public page: /{created.publicUrl}
              <span className="visually-hidden"> (in a new tab)</span>
            </a>
          </p>
        </div>
      )}
    </FormDialog>
  );
}
