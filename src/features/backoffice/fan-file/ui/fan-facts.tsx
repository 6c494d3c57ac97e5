import { Link } from '@tanstack/react-router';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Fan } from '../fan-file.schema.ts';
import styles from './fan-facts.module.css';

/** The person, and the ways to the lists about them. */
export function FanFacts({ fan }: { fan: Fan }) {
  const { id, email, isEmailConfirmed, phone, createdAt, lastSignInAt } = fan;
  const isAdmin = useSession()?.role === 'admin';
  return (
    <Panel title="Person">
      <FactList>
        <Fact label="Email">
          <a href={`mailto:${email}`} className="touch-target">
            {email}
          </a>
          {!isEmailConfirmed && <small>Not confirmed</small>}
        </Fact>
        {phone && <Fact label="Phone">{phone}</Fact>}
        <Fact label="Joined">
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </Fact>
        <Fact label="Last sign-in">
          {lastSignInAt ? <TimeAgo at={lastSignInAt} withDate /> : 'None in the last year'}
        </Fact>
      </FactList>
      <p className={styles.links}>
        <Link to="/payments" search={{ fan: id }} className="touch-target">
          All payments
        </Link>
        <Link to="/subscribers" search={{ fan: id }} className="touch-target">
          All subscriptions
        </Link>
        {isAdmin && (
          <Link to="/audit" search={{ entityId: id }} className="touch-target">
            Audit trail
          </Link>
        )}
      </p>
    </Panel>
  );
}
