import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MessageSquareOff, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { TermLevel } from '#src/features/identity/banned-terms/banned-terms.schema.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { CreateButton } from '#src/ui/list-view/create-button.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { BannedTerm } from '../banned-term-list.schema.ts';
import { AddTermDialog } from './add-term-dialog.tsx';
import { bannedTermsList, refreshBannedTerms } from './banned-terms-queries.ts';
import styles from './banned-terms.module.css';
import { TermMatches } from './term-matches.tsx';

const route = getRouteApi('/_app/banned-terms');

const LEVELS = { refuse: 'Refuse', flag: 'Flag' } satisfies Record<TermLevel, string>;

/** The terms that public texts must not contain. */
export function BannedTermsPage() {
  const list = useList(bannedTermsList, route);
  const [isAdding, setIsAdding] = useState(false);
  const [searched, setSearched] = useState<string | null>(null);
  usePageShortcuts({ n: () => setIsAdding(true) });
  return (
    <>
      <PageHead
        title="Banned Terms"
        subtitle="What captions, names, profiles, messages and searches must not contain."
      >
        <CreateButton label="Add Term" onClick={() => setIsAdding(true)} />
      </PageHead>
      <ListView
        list={list}
        label="Banned terms"
        itemLabels={['term', 'terms']}
        columns={COLUMNS}
        failure="Failed to fetch the banned terms"
        searchLabel="Search term"
        filters={
          <FilterSelect
            label="What happens"
            placeholder="All Terms"
            clearLabel="Show all terms"
            options={optionsOf(LEVELS)}
            {...list.field('level')}
          />
        }
        onOpen={({ term }) => setSearched(term)}
        actions={(row) => <Actions row={row} onSearch={setSearched} />}
        empty={
          <Notice
            icon={MessageSquareOff}
            title="No banned terms"
            text="Add the terms that your card network or your rules don’t allow."
          />
        }
        noResults={<NoResults title="No terms found" />}
      />
      <AddTermDialog opened={isAdding} onClose={() => setIsAdding(false)} />
      <FormDialog
        title={`Texts with “${searched ?? ''}”`}
        size="34rem"
        opened={searched !== null}
        onClose={() => setSearched(null)}
      >
        {() => searched !== null && <TermMatches term={searched} />}
      </FormDialog>
    </>
  );
}

const COLUMNS: ColumnsOf<typeof bannedTermsList> = [
  { id: 'term', label: 'Term', isFixed: true, sort: 'term', cell: ({ term }) => <bdi>{term}</bdi> },
  { id: 'level', label: 'What happens', cell: (row) => <Level row={row} /> },
  {
    id: 'created',
    label: 'Added',
    sort: '-created',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
  { id: 'by', label: 'Added by', cell: ({ createdBy }) => createdBy ?? NONE },
];

function useChange<Input>(run: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshBannedTerms(queryClient),
  });
}

function Level({ row: { id, term, level } }: { row: BannedTerm }) {
  const { mutate, isPending } = useChange((chosen: TermLevel) =>
    call(client.api['banned-terms'][':id'].level.$put({ param: { id }, json: { level: chosen } })),
  );
  return (
    <NativeSelect
      aria-label={`What happens with “${term}”`}
      size="xs"
      disabled={isPending}
      data={Object.entries(LEVELS).map(([value, label]) => ({ value, label }))}
      value={level}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget }) => mutate(currentTarget.value as TermLevel)}
    />
  );
}

type ActionsProps = { row: BannedTerm; onSearch: (term: string) => void };

function Actions({ row: { id, term }, onSearch }: ActionsProps) {
  const { mutate, isPending } = useChange(() =>
    call(client.api['banned-terms'][':id'].$delete({ param: { id } })),
  );
  return (
    <span className={styles.actions}>
      <Button
        size="xs"
        radius="xl"
        variant="default"
        leftSection={<Search size={14} aria-hidden="true" />}
        aria-label={`Find texts with “${term}”`}
        onClick={() => onSearch(term)}
      >
        Find
      </Button>
      <Button
        size="xs"
        radius="xl"
        variant="default"
        leftSection={<Trash2 size={14} aria-hidden="true" />}
        aria-label={`Remove “${term}”`}
        loading={isPending}
        onClick={() => mutate()}
      >
        Remove
      </Button>
    </span>
  );
}
