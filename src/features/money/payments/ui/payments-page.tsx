import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CreditCard, RotateCw, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useFocusBack } from '#src/ui/dialogs/use-focus-back.ts';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import {
  EVENT_STATES,
  type EventState,
  type PaymentEventCounts,
  type PaymentEventRow,
} from '../payment-events.schema.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { PAYMENTS_COLUMNS } from './payments-columns.tsx';
import { filterOf, paymentEventCountsQuery, paymentEventsQuery } from './payments-queries.ts';
import { useReplayAll } from './use-replay.ts';

const route = getRouteApi('/_app/payments');

/** What the payment providers told, as it came, and what became of it. */
export function PaymentsPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const filter = filterOf(search);
  const list = useQuery(paymentEventsQuery(filter));
  const { data: counts } = useQuery(paymentEventCountsQuery(filter.search));
  return (
    <>
      <PageHead
        title="Payments"
        lead="Events received from the payment provider. Unprocessed events are retried for three days."
      >
        <ReplayAll counts={counts} />
      </PageHead>
      <ListTabs
        tabs={(['all', ...EVENT_STATES] as const).map((state) => tabOf(state, counts))}
        value={filter.state ?? 'all'}
        onChange={(chosen) => changeFilter({ state: chosen === 'all' ? undefined : chosen })}
      />
      <ListView
        name="payments"
        label="Payment events"
        things={['event', 'events']}
        columns={PAYMENTS_COLUMNS}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch the payment events"
        searchLabel="Search references"
        isFiltered={Boolean(filter.search ?? filter.state)}
        onClear={() => changeFilter({ search: undefined, state: undefined })}
        onOpen={({ id }) => open({ event: id })}
        tone={toneOf}
        empty={
          <Notice
            icon={CreditCard}
            title="No payment events yet"
            text="Each payment, refund and end that the provider tells of appears here."
          />
        }
        nothingFound={
          <Notice
            icon={SearchX}
            title="No payment events found"
            text="Try another reference, or clear the filters."
          />
        }
      />
      <PaymentDrawer id={search.event} onClose={() => close({ event: undefined })} />
    </>
  );
}

const toneOf = ({ state }: PaymentEventRow) => (state === 'failed' ? 'late' : undefined);

const LABELS = { all: 'All', waiting: 'Waiting', failed: 'Failed', handled: 'Handled' } as const;

const tabOf = (state: EventState | 'all', counts: PaymentEventCounts | undefined) => ({
  value: state,
  label: LABELS[state],
  count: counts?.[state],
  isLate: state === 'failed' && (counts?.failed ?? 0) > 0,
});

function ReplayAll({ counts }: { counts: PaymentEventCounts | undefined }) {
  const { mutate, isPending } = useReplayAll();
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, isPending);
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
      Replay All Waiting
    </Button>
  );
}
