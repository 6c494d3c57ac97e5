import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { SuspensionReason } from '#src/features/identity/accounts/accounts.schema.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';

type Person = { id: string; fullName: string; email: string };
type SuspendRowsProps = { refresh: () => unknown };

const count = (accounts: number) => (accounts === 1 ? '1 account' : `${accounts} accounts`);

/** Suspends many accounts at once, after a confirmation. Render `dialogs` beside the list. */
export function useSuspendRows({ refresh }: SuspendRowsProps) {
  const [confirming, setConfirming] = useState<{ rows: Person[]; onDone: () => void } | null>(null);
  const suspension = useBulkChange<Person, SuspensionReason>({
    run: (ids, reason) => call(client.api.users.suspend.$post({ json: { ids, reason } })),
    done: (changed) => `${count(changed)} suspended`,
    labelOf: ({ fullName, email }) => fullName || email,
    refresh,
  });
  const dialogs = (
    <>
      <SuspensionDialog
        concernsFans
        title={`Suspend ${count(confirming?.rows.length ?? 0)}?`}
        text={`They will be signed out everywhere and can’t sign in until you activate them again. Subscriptions of theirs and to them stop renewing, and activating doesn’t renew them.${ifMailed('The fans are notified by email.')}`}
        opened={confirming !== null}
        isBusy={suspension.isBusy}
        onCancel={() => setConfirming(null)}
        onConfirm={(reason) =>
          confirming &&
          suspension.change(confirming.rows, reason, () => {
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
