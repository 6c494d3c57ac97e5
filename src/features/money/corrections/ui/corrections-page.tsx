import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Scale } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { CORRECTION_LABELS } from '../corrections.rules.ts';
import { AddCorrectionDialog } from './add-correction-dialog.tsx';
import { CorrectionDrawer } from './correction-drawer.tsx';
import { CORRECTIONS_COLUMNS } from './corrections-columns.tsx';
import { correctionsList } from './corrections-queries.ts';

const route = getRouteApi('/_app/corrections');

const STATUSES = optionsOf({
  proposed: 'Waiting for approval',
  approved: 'Recorded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
});
const KINDS = optionsOf(CORRECTION_LABELS);

/** Bonuses, deductions, fees and write-offs, with who requested and who approved them. */
export function CorrectionsPage() {
  const list = useList(correctionsList, route);
  const { search, open, close } = list;
  const add = (
    <Button
      radius="xl"
      leftSection={<Plus size={18} aria-hidden="true" />}
      onClick={() => open({ action: 'add' })}
    >
      Add Correction
    </Button>
  );
  return (
    <>
      <PageHead
        title="Corrections"
        subtitle="Bonuses, deductions, fees and write-offs. Larger ones need a second person."
      >
        {add}
      </PageHead>
      <ListView
        list={list}
        label="Corrections"
        itemLabels={['correction', 'corrections']}
        columns={CORRECTIONS_COLUMNS}
        failure="Failed to fetch corrections"
        searchLabel="Search influencer or reason"
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
              label="Kind"
              placeholder="All Kinds"
              clearLabel="Show all kinds"
              options={KINDS}
              {...list.field('kind')}
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
        onOpen={({ id }) => open({ correction: id })}
        rowVariant={({ status }) =>
          status === 'proposed' ? 'attention' : status === 'approved' ? undefined : 'muted'
        }
        empty={
          <Notice
            icon={Scale}
            title="No corrections yet"
            text="Bonuses, deductions, fees and write-offs will appear here."
          >
            {add}
          </Notice>
        }
        noResults={<NoResults title="No corrections found" />}
      />
      <CorrectionDrawer {...list.record('correction')} />
      <AddCorrectionDialog
        about={search.action === 'add' ? { influencerId: search.influencer ?? null } : null}
        onClose={() => close({ action: undefined })}
      />
    </>
  );
}
