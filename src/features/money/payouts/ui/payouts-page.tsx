import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Banknote, HandCoins } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { isPayable, monthLabel } from '../payouts.rules.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { PAYOUT_COLUMNS } from './payout-columns.tsx';
import { PayoutTotals } from './payout-totals.tsx';
import { payoutsList } from './payouts-queries.ts';
import { RunPayoutsDialog } from './run-payouts-dialog.tsx';

const route = getRouteApi('/_app/payouts');

const STATUSES = optionsOf({ pending: 'Pending', paid: 'Paid' });
const DATES = optionsOf({
  'this-month': 'This Month',
  'last-month': 'Last Month',
  'this-year': 'This Year',
});

type PayoutsPageProps = {
  /** The link to the files for the bank, and the button that makes one, which a later feature owns. */
  bankFiles: {
    link: ReactNode;
    action: (payouts: PayoutRow[], onDone: () => void) => ReactNode;
  };
};

/** The monthly payouts of the influencers, and what is pending. */
export function PayoutsPage({ bankFiles }: PayoutsPageProps) {
  const list = useList(payoutsList, route);
  const { search, open, close } = list;
  const navigate = useNavigate();
  const isAdmin = useSession()?.role === 'admin';
  const [paying, setPaying] = useState<Paying | null>(null);
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
      <PageHead title="Payouts" subtitle="Each influencer’s share of what fans paid, by month.">
        {bankFiles.link}
        {runPayouts}
      </PageHead>
      <PayoutTotals />
      <ListView
        list={list}
        label="Payouts"
        itemLabels={['payout', 'payouts']}
        columns={PAYOUT_COLUMNS}
        failure="Failed to fetch payouts"
        searchLabel="Search name or email"
        filters={
          <>
            <InfluencerSelect
              label="Influencer"
              isLabelHidden
              placeholder="All Influencers"
              clearable
              {...list.field('influencer')}
            />
            <FilterSelect
              label="Status"
              placeholder="All Statuses"
              clearLabel="Show all statuses"
              options={STATUSES}
              {...list.field('status')}
            />
            <FilterSelect
              label="Paid or created"
              placeholder="All Dates"
              clearLabel="Show all dates"
              options={DATES}
              {...list.field('dates')}
            />
          </>
        }
        onOpen={({ id: payoutId }) =>
          void navigate({ to: '/statements/$payoutId', params: { payoutId } })
        }
        actions={(row) =>
          isPayable(row) && <MarkPaid payout={row} onClick={() => setPaying({ payouts: [row] })} />
        }
        bulk={{
          isSelectable: isPayable,
          actions: (payouts, onDone) => (
            <>
              {bankFiles.action(payouts, onDone)}
              <Button size="sm" radius="xl" onClick={() => setPaying({ payouts, onPaid: onDone })}>
                Mark Paid
              </Button>
            </>
          ),
        }}
        rowVariant={({ status }) => (status === 'paid' ? 'muted' : undefined)}
        empty={
          <Notice
            icon={Banknote}
            title="No payouts found"
            text="The first payouts are created the night after the first month with payments ends."
          >
            {runPayouts}
          </Notice>
        }
        noResults={<NoResults title="No payouts found" />}
      />
      <MarkPaidDialog
        payouts={paying?.payouts ?? null}
        onPaid={paying?.onPaid}
        onClose={() => setPaying(null)}
      />
      <RunPayoutsDialog
        opened={isAdmin && search.action === 'run'}
        onClose={() => close({ action: undefined })}
      />
    </>
  );
}

type Paying = { payouts: PayoutRow[]; onPaid?: () => void };
type MarkPaidProps = { payout: PayoutRow; onClick: () => void };

const MarkPaid = ({ payout, onClick }: MarkPaidProps) => (
  <Button
    size="compact-sm"
    variant="default"
    radius="xl"
    aria-label={`Mark Paid: ${payout.payeeName}, ${monthLabel(payout.periodStart)}`}
    onClick={onClick}
  >
    Mark Paid
  </Button>
);
