import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { HeartHandshake } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { BackOfficeSubscriptionRow } from '../back-office-subscriptions.schema.ts';
import { SubscriberDrawer } from './subscriber-drawer.tsx';
import { SUBSCRIBERS_COLUMNS } from './subscribers-columns.tsx';
import { SubscribersFigures } from './subscribers-figures.tsx';
import { subscribersList, unusedDaysQuery } from './subscribers-queries.ts';

const route = getRouteApi('/_app/subscribers');

const STATUSES = optionsOf({
  active: 'Active',
  cancelling: 'Cancelling',
  past_due: 'Payment issue',
  paused: 'Paused',
  cancelled: 'Cancelled',
  refund_owed: 'Refund owed',
  unconfirmed: 'Not confirmed by the provider',
  withheld: 'Lost paid days',
});

/** All subscriptions with fan, influencer and state. */
export function SubscribersPage() {
  const list = useList(subscribersList, route);
  const { search, changeFilter, open } = list;
  return (
    <>
      <PageHead title="Subscribers" subtitle="Who subscribes to whom, and what they pay." />
      <SubscribersFigures
        influencer={search.influencer}
        status={search.status}
        onStatus={(status) => changeFilter({ status })}
      />
      {search.status === 'withheld' && <UnusedDays influencer={search.influencer} />}
      <ListView
        list={list}
        label="Subscribers"
        itemLabels={['subscription', 'subscriptions']}
        columns={SUBSCRIBERS_COLUMNS}
        failure="Failed to fetch subscribers"
        searchLabel="Search fan, email or influencer"
        filters={
          <>
            <FilterSelect
              label="Status"
              placeholder="All Statuses"
              clearLabel="Show all statuses"
              options={STATUSES}
              {...list.field('status')}
            />
            <InfluencerSelect
              label="Influencer"
              isLabelHidden
              placeholder="All Influencers"
              clearable
              {...list.field('influencer')}
            />
          </>
        }
        bulk={{}}
        onOpen={({ id }) => open({ id })}
        rowVariant={rowVariantOf}
        empty={
          <Notice
            icon={HeartHandshake}
            title="No subscribers found"
            text="Fans who subscribe to an influencer will appear here."
          />
        }
        noResults={<NoResults title="No subscribers found" />}
      />
      <SubscriberDrawer {...list.record('id')} />
    </>
  );
}

/** What is left to refund to fans of suspended influencers; each refund is made in the fan's payments. */
function UnusedDays({ influencer }: { influencer: string | undefined }) {
  const { data } = useQuery(unusedDaysQuery(influencer));
  if (!data) return null;
  return (
    <Text>
      {data.fans === 1 ? '1 fan has' : `${formatNumber(data.fans)} fans have`} paid for days that
      they lose because the influencer is suspended for a violation: {formatCents(data.cents)} in
      total. Open a subscription to refund its payment.
    </Text>
  );
}

const rowVariantOf = ({ status, isOverdue }: BackOfficeSubscriptionRow) => {
  if (status === 'past_due' || isOverdue) return 'attention';
  return status === 'cancelled' ? 'muted' : undefined;
};
