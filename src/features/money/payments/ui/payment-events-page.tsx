import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CreditCard, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useRefocusAfterSubmit } from '#src/ui/dialogs/use-refocus-after-submit.ts';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { PaymentEventCounts, PaymentEventRow } from '../payment-events.schema.ts';
import { PaymentEventDrawer } from './payment-event-drawer.tsx';
import { PAYMENT_EVENT_COLUMNS } from './payment-events-columns.tsx';
import { paymentEventCountsQuery, paymentEventsList } from './payment-events-queries.ts';
import { PaymentsTabs } from './payments-tabs.tsx';
import { useReplayAll } from './use-replay.ts';

const route = getRouteApi('/_app/payment-events');

const TABS = optionsOf({ waiting: 'Waiting', failed: 'Failed', handled: 'Handled' });

/** The payment providers' events, with their content and state. */
export function PaymentEventsPage() {
  const list = useList(paymentEventsList, route);
  const { data: counts } = useQuery(paymentEventCountsQuery(list.search.search));
  return (
    <>
      <PageHead
        title="Payments"
        subtitle="Events received from the payment provider. Unprocessed events are retried for three days."
      >
        <ReplayAll counts={counts} />
      </PageHead>
      <PaymentsTabs value="/payment-events">
        <ListTabs tabs={TABS} counts={counts} warningTab="failed" {...list.field('state')} />
        <ListView
          list={list}
          label="Payment events"
          itemLabels={['event', 'events']}
          columns={PAYMENT_EVENT_COLUMNS}
          failure="Failed to fetch the payment events"
          searchLabel="Search references"
          onOpen={({ id }) => list.open({ event: id })}
          rowVariant={rowVariantOf}
          empty={
            <Notice
              icon={CreditCard}
              title="No payment events yet"
              text="Payments, refunds and cancellations reported by the provider will appear here."
            />
          }
          noResults={
            <NoResults
              title="No payment events found"
              text="Try another reference, or clear the filters."
            />
          }
        />
      </PaymentsTabs>
      <PaymentEventDrawer {...list.record('event')} />
    </>
  );
}

const rowVariantOf = ({ state }: PaymentEventRow) => (state === 'failed' ? 'attention' : undefined);

function ReplayAll({ counts }: { counts: PaymentEventCounts | undefined }) {
  const { mutate, isPending } = useReplayAll();
  const button = useRef<HTMLButtonElement>(null);
  useRefocusAfterSubmit(button, isPending);
  const waits = counts !== undefined && counts.waiting + counts.failed > 0;
  if (!waits && !isPending) return null;
  return (
    <Button
      ref={button}
      radius="xl"
      variant="default"
      leftSection={<RotateCw size={17} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Retry All Waiting
    </Button>
  );
}
