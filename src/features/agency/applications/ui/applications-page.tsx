import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useAssignRows } from '#src/features/identity/colleagues/ui/assign-rows.tsx';
import { OwnerFilterSelect } from '#src/features/identity/colleagues/ui/owner-filter.tsx';
import { TagFilterSelect } from '#src/features/identity/tags/ui/tag-filter.tsx';
import { useTagRows } from '#src/features/identity/tags/ui/tag-rows.tsx';
import { formatCount } from '#src/lib/locale/counts.ts';
import { UnsavedChangesDialog, useLeaveGuard } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';
import { optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useNeighbours } from '#src/ui/records/use-neighbours.ts';
import { hoursLeft } from '../applications.rules.ts';
import type { ApplicationRow } from '../review.schema.ts';
import { APPLICATION_COLUMNS } from './application-columns.tsx';
import { ApplicationConversion } from './application-conversion.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { STATUS_LABELS } from './application-state.tsx';
import {
  applicationCountsQuery,
  applicationQuery,
  applicationsList,
  ASSIGN_APPLICATIONS,
  TAGGED_APPLICATIONS,
  type Tab,
} from './applications-queries.ts';
import { ReviewRows, useReviewRows } from './review-rows.tsx';
import { NoApplications } from './wizard/application-notices.tsx';

const route = getRouteApi('/_app/applications');

const TABS = optionsOf(STATUS_LABELS);

type ApplicationsPageProps = {
  /** The photos of an application. */
  portfolio: (id: string) => ReactNode;
  /** The colleagues’ comments on an application. */
  comments: (id: string) => ReactNode;
};

/** Applications of future influencers, pending ones first. */
export function ApplicationsPage({ portfolio, comments }: ApplicationsPageProps) {
  const list = useList(applicationsList, route);
  const { search, change, changeFilter } = list;
  const neighbours = useNeighbours(list.query.data?.rows, search.id, {
    onTurn: (id) => change({ id }),
    queryOf: applicationQuery,
  });
  const [notes, setNotes] = useState<Record<string, string | undefined>>({});
  const leaving = useLeaveGuard(() => Object.values(notes).some((typed) => typed?.trim()));
  const assignRows = useAssignRows({ assign: ASSIGN_APPLICATIONS, labelOf: nameOf });
  const review = useReviewRows();
  const tagRows = useTagRows({
    tagged: TAGGED_APPLICATIONS,
    labelOf: nameOf,
  });
  const { id, status: tab = 'pending' } = search;
  const { data: counts } = useQuery(applicationCountsQuery(search));
  return (
    <>
      <PageHead title="Applications" subtitle={<Waiting />} />
      <ListTabs
        tabs={TABS}
        counts={counts}
        value={tab === 'all' ? null : tab}
        onChange={(status) => changeFilter({ status: status ?? 'all', sort: undefined })}
      />
      <ListView
        list={list}
        label="Applications"
        itemLabels={['application', 'applications']}
        columns={APPLICATION_COLUMNS}
        failure="Failed to fetch applications"
        searchLabel="Search name or email"
        filters={
          <>
            <OwnerFilterSelect {...list.field('owner')} />
            <TagFilterSelect kind="application" {...list.field('tag')} />
          </>
        }
        bulk={{
          actions: (rows, clear) => (
            <>
              {assignRows.select(rows, clear)}
              {tagRows.buttons(rows, clear)}
              <ReviewRows rows={rows} review={review} onDone={clear} />
            </>
          ),
        }}
        onOpen={({ id: opened }) => list.open({ id: opened })}
        {...(mayConvert(tab) && { actions: conversion })}
        rowVariant={rowVariantOf}
        empty={<NoApplications tab={tab} onTab={(chosen) => change({ status: chosen })} />}
        noResults={
          <NoResults
            title="No applications found matching your search"
            text="Try part of the name or email address, or another tab."
          />
        }
      />
      <ApplicationDialog
        id={id}
        {...neighbours}
        portfolio={portfolio}
        comments={comments}
        notes={id && notes[id]}
        onNotes={(typed) => id && setNotes((before) => ({ ...before, [id]: typed }))}
        onClose={() => list.close({ id: undefined })}
      />
      {assignRows.refusals}
      {review.refusals}
      {tagRows.dialogs}
      <UnsavedChangesDialog
        text="Your notes haven’t been saved."
        opened={leaving.isBlocked}
        onCancel={leaving.cancel}
        onConfirm={leaving.confirm}
      />
    </>
  );
}

const nameOf = ({ fullName }: ApplicationRow) => fullName;
const mayConvert = (tab: Tab) => tab === 'all' || tab === 'accepted';
const conversion = (row: ApplicationRow) => <ApplicationConversion application={row} />;

function rowVariantOf({ status, createdAt }: ApplicationRow) {
  if (status === 'rejected') return 'muted';
  return status === 'pending' && hoursLeft(createdAt, Date.now()) <= 0 ? 'attention' : undefined;
}

/** Counts of pending and of late applications. */
function Waiting() {
  const { data } = useQuery(applicationCountsQuery());
  if (!data) return <>Applicants get an answer within 48 hours, by phone or message.</>;
  if (data.pending === 0)
    return <span role="status">No applications are waiting for an answer.</span>;
  const waiting = `${formatCount(data.pending)} waiting for an answer`;
  const late = data.late > 0 ? `, ${formatCount(data.late)} overdue` : ', all within 48 hours';
  return (
    <span role="status">
      {waiting}
      {late}.
    </span>
  );
}
