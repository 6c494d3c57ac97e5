import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Sparkles, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { DeleteUserDialog } from '#src/features/backoffice/users/ui/delete-user-dialog.tsx';
import { CATEGORIES } from '#src/lib/categories.ts';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { InfluencerRow } from '../office.schema.ts';
import { CreateInfluencerDialog } from './create-influencer-dialog.tsx';
import { INFLUENCER_COLUMNS } from './influencer-columns.tsx';
import { InfluencerMenu } from './influencer-menu.tsx';
import { influencersList } from './record-queries.ts';
import { SuspendQuestion } from './suspend-question.tsx';

const route = getRouteApi('/_app/influencers/');

const CATEGORY_OPTIONS = CATEGORIES.map((category) => ({ value: category, label: category }));
const STATUSES = optionsOf({ active: 'Active', suspended: 'Suspended' });

/** The influencers of the house. */
export function InfluencersPage() {
  const list = useList(influencersList, route);
  const { search, change } = list;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ about: InfluencerRow; is: 'suspend' | 'delete' } | null>(
    null,
  );
  const askedAbout = (is: 'suspend' | 'delete') => (asked?.is === is ? asked.about : null);
  const createButton = useRef<HTMLButtonElement>(null);
  // No step of its own in the history: going back leaves the page, and so asks first.
  const create = () => change({ action: 'create', fromApplication: undefined });
  usePageShortcuts({ n: create });
  return (
    <>
      <PageHead title="Influencers" subtitle="Who they are, what they sell, and who follows them.">
        <CreateButton
          ref={createButton}
          label="Create Influencer"
          icon={UserPlus}
          onClick={create}
        />
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
              nothingFoundMessage="No such category"
              {...list.field('category')}
            />
            <FilterSelect
              label="Status"
              placeholder="All Statuses"
              clearLabel="All Statuses"
              options={STATUSES}
              {...list.field('status')}
            />
          </>
        }
        onOpen={({ id }) => void navigate({ to: '/influencers/$id', params: { id } })}
        actions={(row) => (
          <InfluencerMenu
            influencer={row}
            onSuspend={() => setAsked({ about: row, is: 'suspend' })}
            onDelete={() => setAsked({ about: row, is: 'delete' })}
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
        onDone={() => createButton.current?.focus()}
      />
      <SuspendQuestion influencer={askedAbout('suspend')} onClose={() => setAsked(null)} />
      <DeleteUserDialog
        kind="influencer"
        user={askedAbout('delete')}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
