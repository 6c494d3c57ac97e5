import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { HeartHandshake, SearchX } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { csvHref } from '#src/ui/list-view/list-search.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import {
  SUBSCRIPTION_FILTERS,
  type OfficeSubscriptionRow,
  type SubscriptionFilter,
} from '../office-subscriptions.schema.ts';
import { SubscriberDrawer } from './subscriber-drawer.tsx';
import { SUBSCRIBERS_COLUMNS } from './subscribers-columns.tsx';
import { SubscribersFigures } from './subscribers-figures.tsx';
import {
  filterOf,
  NO_FILTER,
  subscribersQuery,
  type SubscribersSearch,
} from './subscribers-queries.ts';

const route = getRouteApi('/_app/subscribers');

/** Who has subscribed to whom, and how each subscription stands. */
export function SubscribersPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const filter = filterOf(search);
  const list = useQuery(subscribersQuery(filter));
  return (
    <>
      <PageHead title="Subscribers" lead="Who has subscribed to whom, and what they pay for it." />
      <SubscribersFigures
        influencer={filter.influencer}
        status={filter.status}
        onStatus={(status) => changeFilter({ status })}
      />
      <ListView
        name="subscribers"
        label="Subscribers"
        things={['subscription', 'subscriptions']}
        columns={SUBSCRIBERS_COLUMNS}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch subscribers"
        searchLabel="Search fan, email or influencer"
        filters={<Filters search={search} onChange={changeFilter} />}
        isFiltered={Boolean(filter.search ?? filter.status ?? filter.influencer)}
        onClear={() => changeFilter(NO_FILTER)}
        exportHref={csvHref('/api/subscribers.csv', filter)}
        onOpen={({ id }) => open({ id })}
        tone={toneOf}
        empty={
          <Notice
            icon={HeartHandshake}
            title="No subscribers found"
            text="Whoever subscribes to an influencer appears here."
          />
        }
        nothingFound={
          <Notice
            icon={SearchX}
            title="No subscribers found"
            text="Try other words, or clear the filters."
          />
        }
      />
      <SubscriberDrawer id={search.id} onClose={() => close({ id: undefined })} />
    </>
  );
}

const toneOf = ({ status, isOverdue }: OfficeSubscriptionRow) => {
  if (status === 'past_due' || isOverdue) return 'late';
  return status === 'cancelled' ? 'muted' : undefined;
};

const LABELS: Record<SubscriptionFilter, string> = {
  active: 'Active',
  cancelling: 'Cancelling',
  past_due: 'Payment issue',
  paused: 'Paused',
  cancelled: 'Cancelled',
  refund_owed: 'Refund owed',
};
const STATUSES = SUBSCRIPTION_FILTERS.map((value) => ({ value, label: LABELS[value] }));

type FiltersProps = {
  search: SubscribersSearch;
  onChange: (change: Partial<SubscribersSearch>) => void;
};

const Filters = ({ search: { status, influencer }, onChange }: FiltersProps) => (
  <>
    <Select
      aria-label="Status"
      placeholder="All Statuses"
      data={STATUSES}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all statuses' }}
      value={status ?? null}
      onChange={(value) =>
        onChange({ status: SUBSCRIPTION_FILTERS.find((name) => name === value) })
      }
    />
    <InfluencerSelect
      label="Influencer"
      isLabelHidden
      placeholder="All Influencers"
      clearable
      value={influencer ?? null}
      onChange={(id) => onChange({ influencer: id ?? undefined })}
    />
  </>
);
