import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { csvHref } from '#src/ui/list-view/list-search.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { ENTITIES } from '../audit.schema.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-page.module.css';
import { auditListQuery, filterOf, NO_FILTER, type AuditSearch } from './audit-queries.ts';

const route = getRouteApi('/_app/audit');

/** What admin and staff changed: who, when, from where, before and after. Nobody can edit it. */
export function AuditPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const filter = filterOf(search);
  const list = useQuery(auditListQuery(filter));
  const { sort: _, after: __, before: ___, ...filters } = filter;
  return (
    <>
      <PageHead
        title="Audit Trail"
        lead="Every change made by admins and staff. Entries cannot be edited or removed."
      />
      {search.entityId !== undefined && (
        <OneRecord search={search} onEnd={() => changeFilter({ entityId: undefined })} />
      )}
      <ListView
        name="audit"
        label="Audit trail"
        things={['change', 'changes']}
        columns={AUDIT_COLUMNS}
        state={filter}
        onState={change}
        query={list}
        failure="Failed to fetch the audit trail"
        searchLabel="Search records"
        filters={<AuditFilters search={search} onChange={changeFilter} />}
        isFiltered={Object.values(filters).some(Boolean)}
        onClear={() => changeFilter(NO_FILTER)}
        exportHref={csvHref('/api/audit.csv', filters)}
        onOpen={({ id }) => open({ entry: Number(id) })}
        empty={<Notice title="No changes yet" text="What admins and staff change appears here." />}
        nothingFound={
          <Notice title="No changes found" text="Try other words, or clear the filters." />
        }
      />
      <AuditDrawer entry={search.entry} onClose={() => close({ entry: undefined })} />
    </>
  );
}

/** Says that the list is held to one record, which no field of the filters shows. */
const OneRecord = ({ search, onEnd }: { search: AuditSearch; onEnd: () => void }) => (
  <p className={styles.record}>
    <span>
      Changes of one record only
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
