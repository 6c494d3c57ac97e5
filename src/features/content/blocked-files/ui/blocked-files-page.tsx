import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ListPlus, ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { BlockedFileDrawer } from './blocked-file-drawer.tsx';
import { BLOCKED_FILES_COLUMNS } from './blocked-files-columns.tsx';
import { blockedFilesList } from './blocked-files-queries.ts';
import { ImportHashesDialog } from './import-hashes-dialog.tsx';

const route = getRouteApi('/_app/vault_/blocked-files');

const STATES = optionsOf({ active: 'Blocked', lifted: 'Lifted', held: 'With held files' });

/** The files whose copies are refused at upload. */
export function BlockedFilesPage() {
  const list = useList(blockedFilesList, route);
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <PageHead
        title="Blocked Files"
        subtitle="Copies of these files are refused at upload, even if resized, recompressed, turned or mirrored."
      >
        <Button
          radius="xl"
          variant="default"
          leftSection={<ListPlus size={17} aria-hidden="true" />}
          onClick={() => setImporting(true)}
        >
          Import a List…
        </Button>
      </PageHead>
      <ListView
        list={list}
        label="Blocked files"
        itemLabels={['blocked file', 'blocked files']}
        columns={BLOCKED_FILES_COLUMNS}
        failure="Failed to fetch the blocked files"
        searchLabel="Search name, reason or SHA-256"
        filters={
          <FilterSelect
            label="State"
            placeholder="All states"
            clearLabel="Clear state"
            options={STATES}
            {...list.field('state')}
          />
        }
        onOpen={({ id }) => list.open({ file: id })}
        rowVariant={({ state, heldCount }) =>
          heldCount > 0 ? 'attention' : state === 'lifted' ? 'muted' : undefined
        }
        empty={
          <Notice
            icon={ShieldBan}
            title="No blocked files"
            text="Block a file in the vault, or import a list of hashes."
          />
        }
        noResults={<NoResults title="No blocked files found" />}
      />
      <BlockedFileDrawer {...list.record('file')} />
      <ImportHashesDialog opened={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}
