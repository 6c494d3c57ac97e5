import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { BookUser, FileLock2 } from 'lucide-react';
import { useState } from 'react';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { NAME_KIND_LABELS, type RecordNameRow } from '../record-index.schema.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { RECORD_NAMES_COLUMNS } from './record-index-columns.tsx';
import { recordNamesList } from './record-index-queries.ts';
import { RecordIndexTabs } from './record-index-tabs.tsx';

const route = getRouteApi('/_app/record-index/');
const KINDS = optionsOf(NAME_KIND_LABELS);

const performersOf = (rows: RecordNameRow[]) => [
  ...new Set(rows.map(({ performer }) => performer.id)),
];

/** Every name of every performer, in alphabetical order. */
export function RecordNamesPage() {
  const list = useList(recordNamesList, route);
  const navigate = useNavigate();
  const [archived, setArchived] = useState<string[] | null>(null);
  return (
    <RecordIndexTabs value="/record-index">
      <ListView
        list={list}
        label="Names of performers"
        itemLabels={['name', 'names']}
        columns={RECORD_NAMES_COLUMNS}
        failure="Failed to fetch names"
        searchLabel="Search any name"
        filters={
          <FilterSelect
            label="Kind of name"
            placeholder="All Names"
            clearLabel="Show all names"
            options={KINDS}
            {...list.field('kind')}
          />
        }
        onOpen={({ performer }) =>
          void navigate({ to: '/performers/$id', params: { id: performer.id } })
        }
        bulk={{
          actions: (rows) => (
            <Button
              size="sm"
              radius="xl"
              leftSection={<FileLock2 size={16} aria-hidden="true" />}
              onClick={() => setArchived(performersOf(rows))}
            >
              Download Records
            </Button>
          ),
        }}
        empty={
          <Notice
            icon={BookUser}
            title="No records yet"
            text="The names of everyone in the register of performers will appear here."
          />
        }
        noResults={<NoResults title="No names found" />}
      />
      <ArchiveDialog performerIds={archived} onClose={() => setArchived(null)} />
    </RecordIndexTabs>
  );
}
