import { Button, Group } from '@mantine/core';
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
import type { PayoutRow } from '../payouts.schema.ts';
import { PayoutActions, useListChanges } from './payout-actions.tsx';
import { PayoutChangeDialog, type OpenChange } from './payout-change-dialog.tsx';
import { CHANGE_TEXT } from './payout-change-text.ts';
import { PAYOUT_COLUMNS } from './payout-columns.tsx';
import { PayoutRulesDialog } from './payout-rules-dialog.tsx';
import { STATUS_LABELS } from './payout-status.tsx';
import { PayoutTotals } from './payout-totals.tsx';
import { payoutsList } from './payouts-queries.ts';
import { RunPayoutsDialog } from './run-payouts-dialog.tsx';

const route = getRouteApi('/_app/payouts');

const STATUSES = optionsOf(STATUS_LABELS);
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
  const listChanges = useListChanges();
  const [changing, setChanging] = useState<OpenChange | null>(null);
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
        {isAdmin && (
          <Group gap="xs">
            <Button variant="default" radius="xl" onClick={() => open({ action: 'rules' })}>
              Payout Rules
            </Button>
            {runPayouts}
          </Group>
        )}
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
        actions={(row) => (
          <PayoutActions
            payout={row}
            onChange={(change) => setChanging({ change, payouts: [row] })}
          />
        )}
        bulk={{
          isSelectable: (row) => listChanges([row]).length > 0,
          actions: (payouts, onDone) => {
            const changes = listChanges(payouts);
            if (changes.length === 0) return 'No action is possible for all of these';
            return (
              <>
                {changes.includes('send') && bankFiles.action(payouts, onDone)}
                {changes.map((change) => (
                  <Button
                    key={change}
                    size="sm"
                    radius="xl"
                    variant={change === 'pay' || change === 'approve' ? 'filled' : 'default'}
                    onClick={() => setChanging({ change, payouts, onDone })}
                  >
                    {CHANGE_TEXT[change].action}
                  </Button>
                ))}
              </>
            );
          },
        }}
        rowVariant={({ status }) =>
          status === 'paid' || status === 'voided' ? 'muted' : undefined
        }
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
      <PayoutChangeDialog open={changing} onClose={() => setChanging(null)} />
      <PayoutRulesDialog
        opened={isAdmin && search.action === 'rules'}
        onClose={() => close({ action: undefined })}
      />
      <RunPayoutsDialog
        opened={isAdmin && search.action === 'run'}
        onClose={() => close({ action: undefined })}
      />
    </>
  );
}
