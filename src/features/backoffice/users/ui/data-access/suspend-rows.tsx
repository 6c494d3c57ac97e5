import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import { call, client } from '#src/web/client.ts';

type Person = { id: string; fullName: string; email: string };
type SuspendRowsProps = { refresh: () => unknown };

const count = (accounts: number) => (accounts === 1 ? '1 account' : `${accounts} accounts`);

/** Suspends many accounts at once, after a confirmation. Render `dialogs` beside the list. */
export function useSuspendRows({ refresh }: SuspendRowsProps) {
  const [confirming, setConfirming] = useState<{ rows: Person[]; onDone: () => void } | null>(null);
  const suspension = useBulkChange<Person, null>({
    run: (ids) => call(client.api.users.suspend.$post({ json: { ids } })),
    done: (changed) => `${count(changed)} suspended`,
    labelOf: ({ fullName, email }) => fullName || email,
    refresh,
  });
  const dialogs = (
    <>
      <ConfirmDialog
        variant="card"
        title={`Suspend ${count(confirming?.rows.length ?? 0)}?`}
        text={`They will be signed out everywhere and can’t sign in until you activate them again. Subscriptions of theirs and to them stop renewing, and activating doesn’t renew them.${ifMailed('The fans are notified by email.')}`}
        opened={confirming !== null}
        cancelLabel="Cancel"
        confirmLabel="Suspend"
        isBusy={suspension.isBusy}
        onCancel={() => setConfirming(null)}
        onConfirm={() =>
          confirming &&
          suspension.change(confirming.rows, null, () => {
            setConfirming(null);
            confirming.onDone();
          })
        }
      />
      {suspension.refusals}
    </>
  );
  const button = (rows: Person[], onDone: () => void) => (
    <Button size="sm" radius="xl" variant="default" onClick={() => setConfirming({ rows, onDone })}>
      Suspend
    </Button>
  );
  return { button, dialogs };
}
