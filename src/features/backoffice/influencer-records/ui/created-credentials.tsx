import { Link } from '@tanstack/react-router';
import { CredentialsDialog } from '#src/features/backoffice/users/ui/credentials-dialog.tsx';
import type { CreatedInfluencer } from './create-influencer-form.tsx';
import styles from './create-influencer.module.css';

type CreatedCredentialsProps = { created: CreatedInfluencer; onGone: () => void };

/** A new influencer's credentials, shown once. */
export function CreatedCredentials({ created, onGone }: CreatedCredentialsProps) {
  return (
    <CredentialsDialog
      title="Influencer created successfully!"
      subtitle="The influencer can now login immediately."
      email={created.email}
      password={created.password}
      onGone={onGone}
    >
      <p className={styles.ways}>
        <Link to="/influencers/$id" params={{ id: created.id }}>
          Open the profile of {created.fullName}
        </Link>
        <a href={`/${created.publicUrl}`} target="_blank" rel="noopener">
          Public page: /{created.publicUrl}
          <span className="visually-hidden"> (in a new tab)</span>
        </a>
      </p>
    </CredentialsDialog>
  );
}
