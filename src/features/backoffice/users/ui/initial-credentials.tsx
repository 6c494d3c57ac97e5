import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import {
  INITIAL_PASSWORD_DAYS,
  INVITATION_DAYS,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './user-dialog.module.css';

/** What a new user is handed over. */
export type FirstAccess = { email: string; password: string } | { email: string; link: string };
type InitialCredentialsProps = { access: FirstAccess; onDone: () => void };

/** A user's initial credentials, shown once. */
export function InitialCredentials({ access, onDone }: InitialCredentialsProps) {
  const { email } = access;
  const isLink = 'link' in access;
  const secret = isLink ? access.link : access.password;
  const days = isLink ? INVITATION_DAYS : INITIAL_PASSWORD_DAYS;
  const [expiresAt] = useState(() => new Date(Date.now() + days * DAY_MS));
  const rows = [
    ['Email', email],
    [isLink ? 'Link' : 'Password', secret],
  ] as const;
  return (
    <div className={dialog.form}>
      <p className={styles.note} role="status">
        {isLink
          ? 'Share these with the user, and with nobody else. The link can’t be shown again; they choose their password with it, until '
          : 'Share these with the user. The password can’t be shown again. They choose a new one when they first sign in, until '}
        {formatDate(expiresAt)}.
      </p>
      <dl className={styles.given}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <CopyButton value={value}>
              {({ copied, copy }) => (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={copied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
                  onClick={copy}
                >
                  {copied ? (
                    <Check size={18} aria-hidden="true" />
                  ) : (
                    <Copy size={18} aria-hidden="true" />
                  )}
                </ActionIcon>
              )}
            </CopyButton>
          </div>
        ))}
      </dl>
      <div className={dialog.actions}>
        <CopyButton value={`${email}\n${secret}`}>
          {({ copied, copy }) => (
            // Not Done has the focus: a second Enter after creating the user would close the dialog.
            <Button variant="default" radius="xl" data-autofocus onClick={copy}>
              {copied ? 'Copied' : 'Copy both'}
            </Button>
          )}
        </CopyButton>
        <Button radius="xl" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
