import { getRouteApi } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { PaymentsTabs } from '#src/features/money/payments/ui/payments-tabs.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { PaymentRow } from '../payment-list.schema.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { PAYMENTS_COLUMNS } from './payments-columns.tsx';
import { paymentsList } from './payments-queries.ts';

const route = getRouteApi('/_app/payments');

const STATES = optionsOf({
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  failed: 'Failed',
});

/** All payments with fan, influencer and state. */
export function PaymentsPage() {
  const list = useList(paymentsList, route);
  return (
    <>
      <PageHead title="Payments" subtitle="What fans paid, and the payments that failed." />
      <PaymentsTabs value="/payments">
        <ListView
          list={list}
          label="Payments"
          itemLabels={['payment', 'payments']}
          columns={PAYMENTS_COLUMNS}
          failure="Failed to fetch payments"
          searchLabel="Search receipt, reference or name"
          filters={
            <>
              <FilterSelect
                label="State"
                placeholder="All States"
                clearLabel="Show all states"
                options={STATES}
                {...list.field('state')}
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
          onOpen={({ id }) => list.open({ payment: id })}
          rowVariant={rowVariantOf}
          empty={
            <Notice
              icon={CreditCard}
              title="No payments yet"
              text="What fans pay for their subscriptions will appear here."
            />
          }
          noResults={<NoResults title="No payments found" />}
        />
      </PaymentsTabs>
      <PaymentDrawer {...list.record('payment')} />
    </>
  );
}

const rowVariantOf = ({ state }: PaymentRow) =>
  state === 'failed' || state === 'disputed' ? 'attention' : undefined;
