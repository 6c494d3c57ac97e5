import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import type { Passkey } from '../passkeys.schema.ts';
import { secondFactorQuery } from './second-factor-query.ts';
import styles from './second-factor.module.css';

/** The user's passkeys, each of which can be removed. */
export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) =>
      call(client.api.account.passkeys[':id'].$delete({ param: { id } })),
    onSuccess: () => toast.success('Success', { description: 'The passkey was removed.' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => {
      setRemoving(null);
      return queryClient.invalidateQueries(secondFactorQuery);
    },
  });
  return (
    <>
      <h3 id="passkeys-title" className={styles.subtitle}>
        Passkeys
      </h3>
      <ul className={styles.passkeys} aria-labelledby="passkeys-title">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <KeyRound size={20} aria-hidden="true" />
            <div>
              <strong>{passkey.name}</strong>
              <span>
                Added {formatDate(passkey.addedAt)}.{' '}
                {passkey.lastUsedAt ? (
                  <>
                    Last used: <TimeAgo at={passkey.lastUsedAt} />
                  </>
                ) : (
                  'Not used yet'
                )}
              </span>
            </div>
            <Button
              variant="subtle"
              color="gray"
              size="md"
              radius="xl"
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => setRemoving(passkey)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        variant="bar"
        title="Remove this passkey?"
        text="It can no longer sign in here. Delete it from your device or password manager, too."
        opened={removing !== null}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={remove.isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing)}
      />
    </>
  );
}
