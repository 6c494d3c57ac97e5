import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileText, Flag, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { useAssignRows } from '#src/features/identity/colleagues/ui/assign-rows.tsx';
import { OwnerFilterSelect } from '#src/features/identity/colleagues/ui/owner-filter.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { KIND_LABELS } from '../complaints.rules.ts';
import type { ComplaintRow } from '../complaints.schema.ts';
import { ComplaintDrawer, type ComplaintPanels } from './complaint-drawer.tsx';
import { COMPLAINTS_COLUMNS } from './complaints-columns.tsx';
import {
  ASSIGN_COMPLAINTS,
  complaintCountsQuery,
  complaintsList,
  refreshComplaints,
} from './complaints-queries.ts';

const route = getRouteApi('/_app/complaints');

const TABS = optionsOf({
  open: 'Open',
  overdue: 'Overdue',
  waiting: 'Waiting',
  appealed: 'Appeals',
  decided: 'Decided',
});
const KINDS = optionsOf(KIND_LABELS);

type ComplaintsPageProps = ComplaintPanels & {
  /** What admins set for later features. */
  rules: ReactNode;
};

/** The complaints about content: what has to be decided, and until when. */
export function ComplaintsPage({ rules, ...panels }: ComplaintsPageProps) {
  const list = useList(complaintsList, route);
  const queryClient = useQueryClient();
  const isAdmin = useSession()?.role === 'admin';
  useLiveEvents('notifications', () => void refreshComplaints(queryClient));
  const assignRows = useAssignRows({ assign: ASSIGN_COMPLAINTS, labelOf });
  const { data: counts } = useQuery(complaintCountsQuery);
  return (
    <>
      <PageHead
        title="Complaints"
        subtitle="Reports of content, with the time until they have to be decided."
      >
        {isAdmin && rules}
        {isAdmin && (
          <Button
            component={Link}
            to="/escalations"
            variant="default"
            radius="xl"
            leftSection={<Lock size={16} aria-hidden="true" />}
          >
            Escalations
          </Button>
        )}
        {isAdmin && (
          <Button
            component={Link}
            to="/complaints/report"
            variant="default"
            radius="xl"
            leftSection={<FileText size={16} aria-hidden="true" />}
          >
            Monthly Report
          </Button>
        )}
      </PageHead>
      <ListTabs tabs={TABS} counts={counts} warningTab="overdue" {...list.field('state')} />
      <ListView
        list={list}
        label="Complaints"
        itemLabels={['complaint', 'complaints']}
        columns={COMPLAINTS_COLUMNS}
        failure="Failed to fetch complaints"
        searchLabel="Search case number, post, reporter or address"
        filters={
          <>
            <FilterSelect
              label="Kind"
              placeholder="All Kinds"
              clearLabel="Show all kinds"
              options={KINDS}
              {...list.field('kind')}
            />
            <OwnerFilterSelect {...list.field('owner')} />
          </>
        }
        bulk={{ actions: assignRows.select }}
        onOpen={({ id }) => list.open({ complaint: id })}
        rowVariant={rowVariantOf}
        empty={
          <Notice
            icon={Flag}
            title="No complaints"
            text="Reports that people send from posts and pages will appear here."
          />
        }
        noResults={<NoResults title="No complaints found" />}
      />
      <ComplaintDrawer {...list.record('complaint')} {...panels} />
      {assignRows.refusals}
    </>
  );
}

const labelOf = ({ label }: ComplaintRow) => label;

const rowVariantOf = ({ state, isLate }: ComplaintRow) =>
  state === 'decided' ? 'muted' : isLate ? 'attention' : undefined;
