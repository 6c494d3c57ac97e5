import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SearchX, Sparkles, UserPlus } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { influencersQuery } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { DeleteUserDialog } from '#src/features/backoffice/users/ui/delete-user-dialog.tsx';
import { usePageKeys } from '#src/ui/elements/plain-key.ts';
import { csvHref } from '#src/ui/list-view/list-search.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { InfluencerRow } from '../office.schema.ts';
import { CreateInfluencerDialog } from './create-influencer-dialog.tsx';
import { INFLUENCER_COLUMNS } from './influencer-columns.tsx';
import { InfluencerFilters } from './influencer-filters.tsx';
import { InfluencerMenu } from './influencer-menu.tsx';
import { filterOf } from './influencers-search.ts';
import { SuspendQuestion } from './suspend-question.tsx';

const route = getRouteApi('/_app/influencers/');

/** The influencers of the house. */
export function InfluencersPage() {
  const { search, change, changeFilter } = useListAddress(route.useSearch(), route.useNavigate());
  const navigate = useNavigate();
  const filter = filterOf(search);
  const list = useQuery(influencersQuery(filter));
  const [asked, setAsked] = useState<{ about: InfluencerRow; is: 'suspend' | 'delete' } | null>(
    null,
  );
  const askedAbout = (is: 'suspend' | 'delete') => (asked?.is === is ? asked.about : null);
  const createButton = useRef<HTMLButtonElement>(null);
  // No step of its own in the history: going back leaves the page, and so asks first.
  const create = () => change({ action: 'create', fromApplication: undefined });
  usePageKeys({ n: create });
  return (
    <>
      <PageHead title="Influencers" lead="Who they are, what they sell, and who follows them.">
        <CreateButton ref={createButton} onClick={create} />
      </PageHead>
      <ListView
        name="influencers"
        label="Influencers"
        things={['influencer', 'influencers']}
        columns={INFLUENCER_COLUMNS}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch influencers"
        searchLabel="Search name, email or URL"
        filters={<InfluencerFilters search={search} onChange={changeFilter} />}
        isFiltered={Boolean(filter.search || filter.category || filter.status)}
        onClear={() => changeFilter({ search: undefined, category: undefined, status: undefined })}
        exportHref={csvHref('/api/influencers.csv', filter)}
        onOpen={({ id }) => void navigate({ to: '/influencers/$id', params: { id } })}
        actions={(row) => (
          <InfluencerMenu
            influencer={row}
            onSuspend={() => setAsked({ about: row, is: 'suspend' })}
            onDelete={() => setAsked({ about: row, is: 'delete' })}
          />
        )}
        tone={({ status }) => (status === 'suspended' ? 'muted' : undefined)}
        empty={
          <Notice
            icon={Sparkles}
            title="No influencers yet"
            text="Create the first one here, or convert an accepted application."
          >
            <CreateButton onClick={create} />
          </Notice>
        }
        nothingFound={
          <Notice
            icon={SearchX}
            title="No influencers found matching your criteria"
            text="Try other words, or clear the filters."
          />
        }
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

type CreateButtonProps = { ref?: Ref<HTMLButtonElement>; onClick: () => void };

const CreateButton = ({ ref, onClick }: CreateButtonProps) => (
  <Button
    ref={ref}
    radius="xl"
    leftSection={<UserPlus size={18} aria-hidden="true" />}
    title="Create Influencer (N)"
    aria-keyshortcuts="n"
    onClick={onClick}
  >
    Create Influencer
  </Button>
);
