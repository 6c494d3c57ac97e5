import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SubscriberState } from '#src/features/money/subscribers/ui/subscriber-state.tsx';
import { subscribersList } from '#src/features/money/subscribers/ui/subscribers-queries.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { listQuery } from '#src/ui/list-view/define-list.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import styles from './fan-subscriptions.module.css';

const SHOWN = 8;

/** The fan's newest subscriptions, which lead to their drawers with the refunds. */
export function FanSubscriptions({ fanId }: { fanId: string }) {
  const { data, error, refetch } = useQuery(
    listQuery(subscribersList, { search: undefined, fan: fanId }),
  );
  return (
    <Panel title="Subscriptions">
      {data ? (
        <ul className={styles.list}>
          {data.rows.slice(0, SHOWN).map((subscription) => {
            const { id, influencer, priceCents, createdAt } = subscription;
            return (
              <li key={id}>
                <Link to="/subscribers" search={{ id }} className="touch-target">
                  <bdi>{influencer.fullName}</bdi>
                </Link>
                <SubscriberState subscription={subscription} />
                <small>
                  {formatCents(priceCents)} a month, since{' '}
                  <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </small>
              </li>
            );
          })}
          {data.rows.length === 0 && <li>No subscriptions</li>}
        </ul>
      ) : error ? (
        <InlineError text="Failed to fetch subscriptions" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} radius="md" />
      )}
    </Panel>
  );
}
