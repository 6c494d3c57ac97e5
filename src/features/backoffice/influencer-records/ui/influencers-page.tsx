import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { FileUp, Sparkles, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { DeleteUserDialog } from '#src/features/backoffice/users/ui/delete-user-dialog.tsx';
import { useSuspendRows } from '#src/features/backoffice/users/ui/suspension/suspend-rows.tsx';
import { useAssignRows } from '#src/features/identity/colleagues/ui/assign-rows.tsx';
import { OwnerFilterSelect } from '#src/features/identity/colleagues/ui/owner-filter.tsx';
import { TagFilterSelect } from '#src/features/identity/tags/ui/tag-filter.tsx';
import { useTagRows } from '#src/features/identity/tags/ui/tag-rows.tsx';
import { CATEGORIES } from '#src/lib/categories.ts';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { InfluencerRow } from '../influencer-records.schema.ts';
import { CreateInfluencerDialog } from './create-influencer-dialog.tsx';
import { INFLUENCER_COLUMNS, nameOfInfluencer } from './influencer-columns.tsx';
import { InfluencerMenu } from './influencer-menu.tsx';
import { ASSIGN_INFLUENCERS, influencersList, TAGGED_INFLUENCERS } from './record-queries.ts';
import { SuspendInfluencerDialog } from './suspend-influencer-dialog.tsx';

const route = getRouteApi('/_app/influencers/');

const CATEGORY_OPTIONS = CATEGORIES.map((category) => ({ value: category, label: category }));
const STATUSES = optionsOf({
  active: 'Active',
  draft: 'Draft',
  suspended: 'Suspended',
  bank_details: 'Bank details to confirm',
  tax_details: 'Tax details to confirm',
  strikes: 'Strikes to decide about',
});

/** The list of influencers. */
export function InfluencersPage() {
  const list = useList(influencersList, route);
  const { search, change } = list;
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState<{
    about: InfluencerRow;
    is: 'suspend' | 'delete';
  } | null>(null);
  const influencerFor = (is: 'suspend' | 'delete') =>
    confirming?.is === is ? confirming.about : null;
  const queryClient = useQueryClient();
  const assignRows = useAssignRows<InfluencerRow>({
    assign: ASSIGN_INFLUENCERS,
    labelOf: nameOfInfluencer,
  });
  const suspendRows = useSuspendRows({ refresh: () => refreshInfluencers(queryClient) });
  const tagRows = useTagRows<InfluencerRow>({
    tagged: TAGGED_INFLUENCERS,
    labelOf: nameOfInfluencer,
  });
  // Adds no history entry, so that going back leaves the page and asks for confirmation.
  const create = () => change({ action: 'create', fromApplication: undefined });
  usePageShortcuts({ n: create });
  return (
    <>
      <PageHead title="Influencers" subtitle="Profiles, prices and followers.">
        <Button
          variant="default"
          radius="xl"
          leftSection={<FileUp size={18} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/import" {...props} />}
        >
          Import
        </Button>
        <CreateButton label="Create Influencer" icon={UserPlus} onClick={create} />
      </PageHead>
      <ListView
        list={list}
        label="Influencers"
        itemLabels={['influencer', 'influencers']}
        columns={INFLUENCER_COLUMNS}
        failure="Failed to fetch influencers"
        searchLabel="Search name, email or URL"
        filters={
          <>
            <FilterSelect
              label="Category"
              placeholder="All Categories"
              clearLabel="All Categories"
              options={CATEGORY_OPTIONS}
              searchable
              nothingFoundMessage="No matching category"
              {...list.field('category')}
            />
            <FilterSelect
              label="Status"
              placeholder="All Statuses"
              clearLabel="All Statuses"
              options={STATUSES}
              {...list.field('status')}
            />
            <OwnerFilterSelect {...list.field('owner')} />
            <TagFilterSelect kind="person" {...list.field('tag')} />
          </>
        }
        bulk={{
          actions: (rows, clear) => (
            <>
              {assignRows.select(rows, clear)}
              {tagRows.buttons(rows, clear)}
              {suspendRows.button(rows, clear)}
            </>
          ),
        }}
        onOpen={({ id }) => void navigate({ to: '/influencers/$id', params: { id } })}
        actions={(row) => (
          <InfluencerMenu
            influencer={row}
            onSuspend={() => setConfirming({ about: row, is: 'suspend' })}
            onDelete={() => setConfirming({ about: row, is: 'delete' })}
          />
        )}
        rowVariant={({ status }) => (status === 'suspended' ? 'muted' : undefined)}
        empty={
          <Notice
            icon={Sparkles}
            title="No influencers yet"
            text="Create the first one here, or convert an accepted application."
          >
            <CreateButton label="Create Influencer" icon={UserPlus} onClick={create} />
          </Notice>
        }
        noResults={<NoResults title="No influencers found matching your criteria" />}
      />
      <CreateInfluencerDialog
        opened={search.action === 'create'}
        isConversion={search.fromApplication === true}
        onClose={() => change({ action: undefined, fromApplication: undefined })}
        onDone={(id) => void navigate({ to: '/influencers/$id', params: { id } })}
      />
      {assignRows.refusals}
      {suspendRows.dialogs}
      {tagRows.dialogs}
      <SuspendInfluencerDialog
        influencer={influencerFor('suspend')}
        onClose={() => setConfirming(null)}
      />
      <DeleteUserDialog
        kind="influencer"
        user={influencerFor('delete')}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}
