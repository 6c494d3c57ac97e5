import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileCheck } from 'lucide-react';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { MISSING_STATE_LABELS } from './agreement-state.tsx';
import { MISSING_COLUMNS } from './agreements-columns.tsx';
import { missingAgreementsList } from './agreements-queries.ts';
import { AgreementsTabs } from './agreements-tabs.tsx';

const route = getRouteApi('/_app/agreements/missing');
const STATES = optionsOf(MISSING_STATE_LABELS);

/** The influencers without a creator agreement in force. */
export function MissingAgreementsPage() {
  const list = useList(missingAgreementsList, route);
  const navigate = useNavigate();
  return (
    <AgreementsTabs value="/agreements/missing">
      <ListView
        list={list}
        label="Influencers without an agreement in force"
        itemLabels={['influencer', 'influencers']}
        columns={MISSING_COLUMNS}
        failure="Failed to fetch influencers"
        searchLabel="Search name"
        filters={
          <FilterSelect
            label="State"
            placeholder="All States"
            clearLabel="Show all states"
            options={STATES}
            {...list.field('state')}
          />
        }
        onOpen={({ id }) => void navigate({ to: '/influencers/$id', params: { id } })}
        empty={
          <Notice
            icon={FileCheck}
            title="Nothing is missing"
            text="Influencers without a creator agreement in force will appear here."
          />
        }
        noResults={<NoResults title="No influencers found" />}
      />
    </AgreementsTabs>
  );
}
