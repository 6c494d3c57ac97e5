import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import styles from './debug-page.module.css';
import { debugQuery } from './debug-query.ts';
import { sessionQuery } from './session.ts';

/** The viewer's own stored data; in development and the demo only. */
export function DebugPage() {
  const session = useQuery(sessionQuery);
  const debug = useQuery(debugQuery);
  const isSignedOut = debug.error instanceof ApiError && debug.error.problem.status === 401;
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>Debug</h1>
        <p>
          What’s stored about you, and nobody else. This page exists only in development and in the
          demo.
        </p>
        <nav aria-label="Links" className={styles.ways}>
          <a href="/">Home</a>
          {session.data ? <Link to="/dashboard">Dashboard</Link> : <a href="/auth">Sign In</a>}
        </nav>
      </header>
      <DataSection
        title="Auth state"
        value={
          session.isPending
            ? 'Loading...'
            : { signedIn: Boolean(session.data), ...session.data, stored: debug.data?.session }
        }
      />
      {isSignedOut ? (
        <p role="status">Sign in to see role and profile.</p>
      ) : debug.error ? (
        <p role="alert">{debug.error.message}</p>
      ) : (
        <>
          <DataSection title="Role query" value={debug.data ? debug.data.role : 'Loading...'} />
          {debug.data && <AssignRole hasRole={debug.data.role !== null} />}
          <DataSection
            title="Profile query"
            value={debug.data ? debug.data.profile : 'Loading...'}
          />
        </>
      )}
    </main>
  );
}

const DataSection = ({ title, value }: { title: string; value: unknown }) => (
  <section className={styles.dump} aria-label={title}>
    <h2>{title}</h2>
    {/* Scrolls horizontally, so it has to be focusable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
);

function AssignRole({ hasRole }: { hasRole: boolean }) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  async function assignRole() {
    setIsBusy(true);
    try {
      await call(client.api.debug['subscriber-role'].$post());
      toast.success('Success', { description: 'You’re a subscriber now.' });
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
    }
    await queryClient.invalidateQueries();
    setIsBusy(false);
  }
  return (
    <p className={styles.role}>
      <button
        type="button"
        className="button"
        disabled={hasRole || isBusy}
        onClick={() => void assignRole()}
      >
        Give me the subscriber role
      </button>
      <span>
        {hasRole ? 'You already have a role.' : 'You don’t have a role. Most pages need one.'}
      </span>
    </p>
  );
}
