import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { ENTITIES } from '../audit.schema.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-page.module.css';
import { auditList, type AuditSearch } from './audit-queries.ts';

const route = getRouteApi('/_app/audit');

/** The audit trail: changes by admins and staff, read-only. */
export function AuditPage() {
  const list = useList(auditList, route);
  const { search, changeFilter, open } = list;
  return (
    <>
      <PageHead
        title="Audit Trail"
        subtitle="What admins and staff changed, exported and viewed, and when they signed in. Entries cannot be edited or removed."
      />
      {search.entityId !== undefined && (
        <OneRecord search={search} onEnd={() => changeFilter({ entityId: undefined })} />
      )}
      <ListView
        list={list}
        label="Audit trail"
        itemLabels={['entry', 'entries']}
        columns={AUDIT_COLUMNS}
        failure="Failed to fetch the audit trail"
        searchLabel="Search records"
        filters={<AuditFilters search={search} onChange={changeFilter} />}
        onOpen={({ id }) => open({ entry: Number(id) })}
        empty={<Notice title="No entries yet" text="What admins and staff do will appear here." />}
        noResults={
          <Notice title="No entries found" text="Try another search, or clear the filters." />
        }
      />
      <AuditDrawer {...list.record('entry')} />
    </>
  );
}

/** Shows that the list is limited to one record, which no filter field shows. */
const OneRecord = ({ search, onEnd }: { search: AuditSearch; onEnd: () => void }) => (
  <p className={styles.record}>
    <span>
      Showing entries on one record
      {search.entity && <> ({ENTITIES[search.entity].toLowerCase()})</>}
      {': '}
      <code>{search.entityId}</code>
    </span>
    <Button
      size="compact-sm"
      variant="default"
      radius="xl"
      leftSection={<X size={14} aria-hidden="true" />}
      onClick={onEnd}
    >
      Show all records
    </Button>
  </p>
);
