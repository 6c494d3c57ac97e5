import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { AGE_METHOD_LABELS } from '#src/features/trust/age-checks/age-checks.schema.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { fanAgeQuery, timelineKey } from './fan-queries.ts';

/** How the fan's age was verified, and the way to revoke that; nothing if it never was. */
export function FanAge({ fanId }: { fanId: string }) {
  const { data } = useQuery(fanAgeQuery(fanId));
  const now = useNow();
  const isAdmin = useSession()?.role === 'admin';
  const verification = data?.verification;
  if (!verification) return null;
  const { method, verifiedAt, expiresAt, revokedAt } = verification;
  const isOver = revokedAt !== null || new Date(expiresAt).getTime() <= now;
  return (
    <Panel title="Age">
      <FactList>
        <Fact label="Over 18">
          {AGE_METHOD_LABELS[method]}, <time dateTime={verifiedAt}>{formatDate(verifiedAt)}</time>
        </Fact>
        {revokedAt ? (
          <Fact label="Revoked">
            <time dateTime={revokedAt}>{formatDate(revokedAt)}</time>
          </Fact>
        ) : (
          <Fact label={isOver ? 'Expired' : 'Counts until'}>
            <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>
          </Fact>
        )}
      </FactList>
      {isAdmin && !isOver && <RevokeButton fanId={fanId} />}
    </Panel>
  );
}

function RevokeButton({ fanId }: { fanId: string }) {
  const queryClient = useQueryClient();
  const [isOpened, setOpened] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(client.api.fans[':id']['age-verification'].revoke.$post({ param: { id: fanId } })),
    onSuccess: () => toast.success('Success', { description: 'The verification was revoked' }),
    onError: () => toast.error('Error', { description: 'Failed to revoke the verification' }),
    onSettled: async () => {
      setOpened(false);
      void queryClient.invalidateQueries({ queryKey: timelineKey(fanId) });
      await queryClient.invalidateQueries(fanAgeQuery(fanId));
    },
  });
  return (
    <>
      <Button radius="xl" variant="default" size="xs" mt="md" onClick={() => setOpened(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        variant="bar"
        title="Revoke this verification?"
        text="Where an age has to be verified, the fan sees no creator until they pass another check."
        opened={isOpened}
        cancelLabel="Cancel"
        confirmLabel="Revoke"
        isBusy={isPending}
        onCancel={() => setOpened(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}
