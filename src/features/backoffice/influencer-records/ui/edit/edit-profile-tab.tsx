import { Badge } from '@mantine/core';
import { BRAND_PERSONALITIES } from '#src/features/agency/applications/applications.schema.ts';
import { SendInvitation } from '#src/features/backoffice/users/ui/invitations/send-invitation.tsx';
import { PendingEmail } from '#src/features/backoffice/users/ui/pending-email.tsx';
import { SendResetLink } from '#src/features/backoffice/users/ui/send-reset-link.tsx';
import { canChangeEmail } from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { toSlug } from '#src/lib/slug.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import { SocialFields } from '../social-fields.tsx';
import { Choice, Count, FieldGroup, LongText, TextLine, Toggle } from './edit-fields.tsx';
import styles from './edit-profile-tab.module.css';
import type { EditedInfluencer } from './use-edited-influencer.ts';

type TabProps = { edited: EditedInfluencer };

/** The profile fields of an influencer. */
export function ProfileFields({ edited }: TabProps) {
  return (
    <>
      <FieldGroup id="edit-person" title="Person">
        <TextLine edited={edited} field="fullName" />
        <TextLine edited={edited} field="phone" type="tel" />
        <TextLine edited={edited} field="dateOfBirth" type="date" />
        <TextLine edited={edited} field="location" />
        <LongText
          edited={edited}
          field="bio"
          hint="Shown on cards, and on the page if About is empty."
        />
      </FieldGroup>
      <SignIn edited={edited} />
      <Visibility edited={edited} />
      <FieldGroup id="edit-social" title="Social presence" hint="Shown on the public page.">
        <SocialFields edited={edited} />
      </FieldGroup>
      <Brand edited={edited} />
      <FieldGroup id="edit-portfolio" title="Portfolio" hint="Internal only.">
        <TextLine edited={edited} field="portfolioUrl" type="url" />
        <LongText edited={edited} field="portfolioLinks" minRows={2} />
        <LongText edited={edited} field="bestContent" minRows={2} />
      </FieldGroup>
    </>
  );
}

function SignIn({ edited }: TabProps) {
  const session = useSession();
  const { id, email, pendingEmail, fullName, invitedAt } = edited.base;
  const mayChangeEmail = session !== null && canChangeEmail(session);
  return (
    <FieldGroup
      id="edit-sign-in"
      title="Sign-in"
      hint="Passwords are never shown. Send a reset link if it’s lost."
    >
      <TextLine
        edited={edited}
        field="email"
        type="email"
        isDisabled={!mayChangeEmail}
        hint={
          mayChangeEmail
            ? 'Also used to sign in. A new email takes effect once it’s confirmed.'
            : 'Also used to sign in. Only admins can change it.'
        }
      />
      <PendingEmail key={pendingEmail} userId={id} pendingEmail={pendingEmail} />
      <div className={styles.reset}>
        {invitedAt || !sendsMail() ? (
          <SendInvitation userId={id} email={email} />
        ) : (
          <SendResetLink userId={id} name={fullName.trim() || 'The influencer'} email={email} />
        )}
      </div>
    </FieldGroup>
  );
}

function Visibility({ edited }: TabProps) {
  const { publicUrl } = edited.values;
  const before = edited.base.publicUrl;
  const slug = toSlug(publicUrl);
  const isMoved = before !== null && slug !== before;
  return (
    <FieldGroup id="edit-visibility" title="Visibility">
      <TextLine
        edited={edited}
        field="publicUrl"
        hint={
          <>
            The page is at <span className={styles.address}>/{slug}</span>
            {isMoved && `. Links to /${before} will stop working.`}
          </>
        }
      />
      <Choice
        edited={edited}
        field="contentCategory"
        options={CATEGORIES}
        placeholder="No category"
        hint="Used for filtering in the marketplace."
      />
      <Toggle
        edited={edited}
        field="isActive"
        hint="Shown in the marketplace and on the public page."
      />
      {edited.base.isDraft && (
        <p className={styles.suspended}>
          <Badge variant="outline" color="gray">
            Draft
          </Badge>{' '}
          Isn’t shown before going live, whatever you choose here.
        </p>
      )}
      {edited.base.isSuspended && (
        <p className={styles.suspended}>
          <Badge variant="outline" color="red">
            Suspended
          </Badge>{' '}
          Can’t sign in and isn’t shown, whatever you choose here.
        </p>
      )}
    </FieldGroup>
  );
}

const Brand = ({ edited }: TabProps) => (
  <FieldGroup id="edit-brand" title="Brand and experience" hint="Internal only.">
    <TextLine edited={edited} field="niche" />
    <Choice
      edited={edited}
      field="brandPersonality"
      options={BRAND_PERSONALITIES}
      placeholder="None chosen"
    />
    <Count edited={edited} field="experienceYears" />
    <LongText edited={edited} field="targetAudience" minRows={2} />
    <LongText edited={edited} field="previousBrands" minRows={2} />
    <LongText edited={edited} field="whyJoin" minRows={2} isRequired />
    <LongText edited={edited} field="goals" minRows={2} />
    <LongText edited={edited} field="achievements" minRows={2} />
  </FieldGroup>
);
