import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { dateCell, NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { PriceChange } from '../price-changes.schema.ts';
import { CallOffButton } from './call-off-button.tsx';
import { NOTICE_LABELS, NoticeState } from './price-change-state.tsx';
import { priceChangeQuery, priceNoticesList } from './price-changes-queries.ts';

const route = getRouteApi('/_app/price-changes');

const TABS = optionsOf(NOTICE_LABELS);

const COLUMNS: ColumnsOf<typeof priceNoticesList> = [
  { id: 'fan', label: 'Fan', isFixed: true, cell: ({ fan }) => <bdi>{fan.fullName}</bdi> },
  { id: 'state', label: 'State', cell: ({ state }) => <NoticeState state={state} /> },
  {
    id: 'old',
    label: 'Earlier price',
    isNumber: true,
    cell: ({ oldPriceCents }) => formatCents(oldPriceCents),
  },
  {
    id: 'new',
    label: 'New price',
    isNumber: true,
    cell: ({ newPriceCents }) => formatCents(newPriceCents),
  },
  {
    id: 'charge',
    label: 'First charge',
    cell: ({ firstChargeAt }) => (firstChargeAt ? dateCell(firstChargeAt) : NONE),
  },
  {
    id: 'answered',
    label: 'Answered',
    cell: ({ answeredAt }) => (answeredAt ? dateCell(answeredAt) : NONE),
  },
  {
    id: 'noticed',
    label: 'Notified',
    sort: '-noticed',
    cell: ({ noticedAt }) => dateCell(noticedAt),
  },
];

/** The fans who were notified about a new price, and what came of it. */
export function PriceChangesPage() {
  const list = useList(priceNoticesList, route);
  const { change: changeId } = list.search;
  const { data: change } = useQuery(priceChangeQuery(changeId));
  return (
    <>
      <BackLink to="/subscription-plans">Subscription Plans</BackLink>
      <PageHead
        title="Price Change"
        subtitle={change ? describe(change) : 'Fans who were notified about a new price.'}
      >
        {change?.state === 'scheduled' && <CallOffButton id={change.id} />}
      </PageHead>
      <ListTabs tabs={TABS} counts={changeId ? change?.counts : null} {...list.field('state')} />
      <ListView
        list={list}
        label="Fans"
        itemLabels={['fan', 'fans']}
        columns={COLUMNS}
        failure="Failed to fetch the fans"
        searchLabel="Search fans"
        empty={
          <Notice
            icon={CalendarClock}
            title="Nobody has been notified yet"
            text="Fans get the mail 30 days before the new price starts, within an hour."
          />
        }
        noResults={<NoResults title="No fans found" />}
      />
    </>
  );
}

function describe({
  influencer,
  priceCents,
  effectiveFrom,
  needsConsent,
  calledOffAt,
}: PriceChange) {
  const consent = needsConsent ? 'Fans have to accept.' : 'Accepted unless they decline.';
  return (
    <>
      <bdi>{influencer.fullName}</bdi>: {formatCents(priceCents)} a month for renewals from{' '}
      <time dateTime={effectiveFrom}>{formatUtcDate(effectiveFrom)}</time> (UTC).{' '}
      {calledOffAt ? 'Called off.' : consent}
    </>
  );
}
