import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { isUndecided, STAGE_LABELS, STATUS_LABELS } from '../disputes.rules.ts';
import type { Dispute } from '../disputes.schema.ts';
import { DisputeDrawer } from './dispute-drawer.tsx';
import { DisputeRatios } from './dispute-ratios.tsx';
import { DISPUTES_COLUMNS } from './disputes-columns.tsx';
import { disputesList, refreshDisputes } from './disputes-queries.ts';

const route = getRouteApi('/_app/disputes');

const STATUSES = optionsOf(STATUS_LABELS);
const STAGES = optionsOf(STAGE_LABELS);

type DisputesPageProps = {
  /** The evidence about a dispute, from a later feature. */
  evidence: (dispute: Dispute) => ReactNode;
};

/** The queue of disputes: what has to be answered, and until when. */
export function DisputesPage({ evidence }: DisputesPageProps) {
  const list = useList(disputesList, route);
  const queryClient = useQueryClient();
  useLiveEvents('notifications', () => void refreshDisputes(queryClient));
  return (
    <>
      <PageHead
        title="Disputes"
        subtitle="Payments that fans have disputed at their bank, and warnings before that."
      />
      <DisputeRatios />
      <ListView
        list={list}
        label="Disputes"
        itemLabels={['dispute', 'disputes']}
        columns={DISPUTES_COLUMNS}
        failure="Failed to fetch disputes"
        searchLabel="Search fan, influencer or dispute ID"
        filters={
          <>
            <FilterSelect
              label="State"
              placeholder="All States"
              clearLabel="Show all states"
              options={STATUSES}
              {...list.field('status')}
            />
            <FilterSelect
              label="Stage"
              placeholder="All Stages"
              clearLabel="Show all stages"
              options={STAGES}
              {...list.field('stage')}
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
        onOpen={({ id }) => list.open({ dispute: id })}
        rowVariant={({ status }) =>
          status === 'opened' ? 'attention' : isUndecided(status) ? undefined : 'muted'
        }
        empty={
          <Notice
            icon={ShieldCheck}
            title="No disputes"
            text="Payments that fans dispute at their bank will appear here."
          />
        }
        noResults={<NoResults title="No disputes found" />}
      />
      <DisputeDrawer {...list.record('dispute')} evidence={evidence} />
    </>
  );
}
