import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import type { OwnSession } from '../security.schema.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { AccountUnavailable } from './account-unavailable.tsx';
import styles from './security-card.module.css';

const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async () => (await call(client.api.account.sessions.$get())).sessions,
});

/** The session to end, or all others. */
type Ending = OwnSession | 'others';

const endSessions = (ending: Ending) =>
  ending === 'others'
    ? call(client.api.account.sessions['end-others'].$post())
    : call(client.api.account.sessions[':id'].$delete({ param: { id: ending.id } }));

/** The devices on which the user is signed in. */
export function SecurityCard() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Ending | null>(null);
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: endSessions,
    onSuccess: (_, ended) =>
      toast.success('Success', {
        description:
          ended === 'others' ? 'All other devices were signed out.' : 'The device was signed out.',
      }),
    onError: (error) => toast.error('Error', { description: error.message }),
    onSettled: () => {
      setEnding(null);
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  if (isError && !sessions) return <AccountUnavailable onRetry={refetch} />;
  return (
    <section id="security" className={account.card} aria-labelledby="security-title">
      <h2 id="security-title">Security</h2>
      <p className={account.soft}>
        You’re signed in on these devices. Sign out any you don’t recognize, then change your
        password.
      </p>
      {sessions ? (
        <SessionList sessions={sessions} onEnd={setEnding} />
      ) : (
        <Skeleton height={64} aria-label="Loading..." />
      )}
      {sessions && sessions.length > 1 && (
        <Button variant="default" size="md" radius="xl" onClick={() => setEnding('others')}>
          Sign Out All Other Devices
        </Button>
      )}
      <ConfirmDialog
        variant="bar"
        title={ending === 'others' ? 'Sign out all other devices?' : 'Sign out this device?'}
        text={
          ending === 'others'
            ? 'You stay signed in here only.'
            : ending && `${ending.device} has to sign in again.`
        }
        opened={ending !== null}
        cancelLabel="Cancel"
        confirmLabel="Sign Out"
        isBusy={end.isPending}
        onCancel={() => setEnding(null)}
        onConfirm={() => ending && end.mutate(ending)}
      />
    </section>
  );
}

type SessionListProps = { sessions: OwnSession[]; onEnd: (session: OwnSession) => void };

const SessionList = ({ sessions, onEnd }: SessionListProps) => (
  <ul className={styles.sessions}>
    {sessions.map((session) => (
      <li key={session.id}>
        <MonitorSmartphone size={20} aria-hidden="true" />
        <div>
          <strong>{session.device}</strong>
          <span id={`${session.id}-use`}>
            {session.country && `${countryName(session.country)} · `}
            {session.isCurrent ? (
              'This device'
            ) : (
              <>
                Last used: <TimeAgo at={session.lastUsedAt} />
              </>
            )}
          </span>
        </div>
        {!session.isCurrent && (
          <Button
            variant="subtle"
            color="gray"
            size="md"
            radius="xl"
            aria-label={`Sign out ${session.device}`}
            // Several devices may have the same name.
            aria-describedby={`${session.id}-use`}
            onClick={() => onEnd(session)}
          >
            Sign Out
          </Button>
        )}
      </li>
    ))}
  </ul>
);
