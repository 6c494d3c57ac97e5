import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IdCard, UserPlus } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PERFORMER_KIND_LABELS } from '../performers.schema.ts';
import { AddPerformerDialog } from './add-performer-dialog.tsx';
import { PERFORMERS_COLUMNS } from './performers-columns.tsx';
import { performersList } from './performers-queries.ts';

const route = getRouteApi('/_app/performers/');

const KINDS = optionsOf(PERFORMER_KIND_LABELS);
const IDENTITIES = optionsOf({
  verified: 'Verified',
  'to-confirm': 'To confirm',
  expiring: 'Document expires soon',
  expired: 'Document expired',
  pending: 'In progress',
  rejected: 'Rejected',
  unverified: 'Not verified',
});
const STATES = optionsOf({ current: 'In use', archived: 'Archived' });

/** The register of everybody who may be depicted, by legal surname. */
export function PerformersPage() {
  const list = useList(performersList, route);
  const { search, change } = list;
  const navigate = useNavigate();
  const add = () => change({ action: 'add' });
  usePageShortcuts({ n: add });
  return (
    <>
      <PageHead
        title="Performers"
        subtitle="Everyone who appears in posts: influencers and the people they work with."
      >
        <CreateButton label="Add Performer" icon={UserPlus} onClick={add} />
      </PageHead>
      <ListView
        list={list}
        label="Performers"
        itemLabels={['performer', 'performers']}
        columns={PERFORMERS_COLUMNS}
        failure="Failed to fetch performers"
        searchLabel="Search any name"
        filters={
          <>
            <FilterSelect
              label="Kind"
              placeholder="All Kinds"
              clearLabel="Show all kinds"
              options={KINDS}
              {...list.field('kind')}
            />
            <FilterSelect
              label="State"
              placeholder="All States"
              clearLabel="Show all states"
              options={STATES}
              {...list.field('state')}
            />
            <FilterSelect
              label="Identity"
              placeholder="All Identities"
              clearLabel="Show all identities"
              options={IDENTITIES}
              {...list.field('verification')}
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
        onOpen={({ id }) => void navigate({ to: '/performers/$id', params: { id } })}
        rowVariant={({ archivedAt }) => (archivedAt ? 'muted' : undefined)}
        empty={
          <Notice
            icon={IdCard}
            title="No performers yet"
            text="Add each influencer, and everyone who appears with them."
          >
            <CreateButton label="Add Performer" icon={UserPlus} onClick={add} />
          </Notice>
        }
        noResults={<NoResults title="No performers found" />}
      />
      <AddPerformerDialog
        opened={search.action === 'add'}
        onClose={() => change({ action: undefined })}
        onAdded={(id) => void navigate({ to: '/performers/$id', params: { id } })}
      />
    </>
  );
}
