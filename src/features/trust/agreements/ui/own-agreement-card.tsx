import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import styles from './agreements.module.css';
import { ownAgreementQuery } from './own-agreement-query.ts';

/** Says that the influencer has an agreement to sign, and until when; nothing without one. */
export function OwnAgreementCard() {
  const { toSign, signed } = useQuery(ownAgreementQuery).data ?? {};
  if (!toSign || signed?.[0]?.terminatedOn) return null;
  return (
    <Panel title="Your agreement">
      <div className={styles.actions}>
        <p className={styles.soft}>
          {toSign.signBy
            ? `There’s a new version of your creator agreement. Sign it by ${formatUtcDate(toSign.signBy)}.`
            : 'Your creator agreement is ready to be signed.'}
        </p>
        <Button component={Link} to="/my-agreement" radius="xl">
          Read and Sign
        </Button>
      </div>
    </Panel>
  );
}
