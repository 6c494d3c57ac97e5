import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Banknote, HandCoins, SearchX } from 'lucide-react';
import { useState } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { csvHref } from '#src/ui/list-view/list-search.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { isPayable, monthLabel } from '../payouts.rules.ts';
import { PAYOUT_DATES, PAYOUT_STATUSES, type PayoutRow } from '../payouts.schema.ts';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { PAYOUT_COLUMNS } from './payout-columns.tsx';
import { PayoutTotals } from './payout-totals.tsx';
import { filterOf, payoutListQuery, type PayoutSearch } from './payouts-queries.ts';
import { RunPayoutsDialog } from './run-payouts-dialog.tsx';

const route = getRouteApi('/_app/payouts');

/** What the influencers are paid each month, and what still waits for it. */
export function PayoutsPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const navigate = useNavigate();
  const isAdmin = useSession()?.role === 'admin';
  const [paying, setPaying] = useState<PayoutRow | null>(null);
  const filter = filterOf(search);
  const { search: words, status, influencer, dates } = filter;
  const list = useQuery(payoutListQuery(filter));
  const runPayouts = isAdmin && (
    <Button
      radius="xl"
      leftSection={<HandCoins size={18} aria-hidden="true" />}
      onClick={() => open({ action: 'run' })}
    >
      Run Payouts
    </Button>
  );
  return (
    <>
      <PageHead title="Payouts" lead="What influencers get of what fans paid, month by month.">
        {runPayouts}
      </PageHead>
      <PayoutTotals />
      <ListView
        name="payouts"
        label="Payouts"
        things={['payout', 'payouts']}
        columns={PAYOUT_COLUMNS}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch payouts"
        searchLabel="Search name or email"
        filters={<Filters search={search} onChange={changeFilter} />}
        isFiltered={Boolean(words ?? status ?? influencer ?? dates)}
        onClear={() =>
          changeFilter({
            search: undefined,
            status: undefined,
            influencer: undefined,
            dates: undefined,
          })
        }
        exportHref={csvHref('/api/payouts.csv', filter)}
        onOpen={({ id: payoutId }) =>
          void navigate({ to: '/statements/$payoutId', params: { payoutId } })
        }
        actions={(row) => isPayable(row) && <MarkPaid payout={row} onClick={setPaying} />}
        tone={({ status: is }) => (is === 'paid' ? 'muted' : undefined)}
        empty={
          <Notice
            icon={Banknote}
            title="No payouts found"
            text="The first are made in the night after the month in which fans begin to pay."
          >
            {runPayouts}
          </Notice>
        }
        nothingFound={
          <Notice
            icon={SearchX}
            title="No payouts found"
            text="Try other words, or clear the filters."
          />
        }
      />
      <MarkPaidDialog payout={paying} onClose={() => setPaying(null)} />
      <RunPayoutsDialog
        opened={isAdmin && search.action === 'run'}
        onClose={() => close({ action: undefined })}
      />
    </>
  );
}

type MarkPaidProps = { payout: PayoutRow; onClick: (payout: PayoutRow) => void };

const MarkPaid = ({ payout, onClick }: MarkPaidProps) => (
  <Button
    size="compact-sm"
    variant="default"
    radius="xl"
    aria-label={`Mark Paid: ${payout.payeeName}, ${monthLabel(payout.periodStart)}`}
    onClick={() => onClick(payout)}
  >
    Mark Paid
  </Button>
);

const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
];
const DATES = [
  { value: 'this-month', label: 'This Month' },
  { value: 'last-month', label: 'Last Month' },
  { value: 'this-year', label: 'This Year' },
];

type FiltersProps = { search: PayoutSearch; onChange: (change: Partial<PayoutSearch>) => void };

const Filters = ({ search: { status, influencer, dates }, onChange }: FiltersProps) => (
  <>
    <InfluencerSelect
      label="Influencer"
      isLabelHidden
      placeholder="All Influencers"
      clearable
      value={influencer ?? null}
      onChange={(id) => onChange({ influencer: id ?? undefined })}
    />
    <Select
      aria-label="Status"
      placeholder="All Statuses"
      data={STATUSES}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all statuses' }}
      value={status ?? null}
      onChange={(value) => onChange({ status: PAYOUT_STATUSES.find((name) => name === value) })}
    />
    <Select
      aria-label="Paid or created"
      placeholder="All Dates"
      data={DATES}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all dates' }}
      value={dates ?? null}
      onChange={(value) => onChange({ dates: PAYOUT_DATES.find((name) => name === value) })}
    />
  </>
);
