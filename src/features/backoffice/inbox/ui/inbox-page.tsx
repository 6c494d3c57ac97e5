import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useAssignRows } from '#src/features/identity/colleagues/ui/assign-rows.tsx';
import { OwnerFilterSelect } from '#src/features/identity/colleagues/ui/owner-filter.tsx';
import { MESSAGE_TOPICS } from '#src/features/work/contact/contact.schema.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { UnsavedChangesDialog, useLeaveGuard } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListTabs } from '#src/ui/list-view/list-tabs.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useNeighbours } from '#src/ui/records/use-neighbours.ts';
import type { InboxRow } from '../inbox.schema.ts';
import { ConversationDrawer } from './conversation/conversation-drawer.tsx';
import { INBOX_COLUMNS } from './inbox-columns.tsx';
import {
  ASSIGN_MESSAGES,
  conversationQuery,
  inboxCountsQuery,
  inboxList,
  refreshInbox,
} from './inbox-queries.ts';
import { useMessageRows } from './message-rows.tsx';
import { STATE_LABELS } from './message-state.tsx';

const route = getRouteApi('/_app/inbox');

const STATE_TABS = optionsOf(STATE_LABELS);
const TOPICS = MESSAGE_TOPICS.map((topic) => ({ value: topic, label: topic }));

/** The colleagues’ comments on a message. */
type InboxPageProps = { comments: (id: string) => ReactNode };

/** The messages of visitors, fans and influencers, open ones first. */
export function InboxPage({ comments }: InboxPageProps) {
  const queryClient = useQueryClient();
  const list = useList(inboxList, route);
  const { search, change, changeFilter } = list;
  const { id, state: tab = 'open' } = search;
  const neighbours = useNeighbours(list.query.data?.rows, id, {
    onTurn: (turned) => change({ id: turned }),
    queryOf: conversationQuery,
  });
  useLiveEvents('notifications', () => void refreshInbox(queryClient));
  const [drafts] = useState(() => new Map<string, string>());
  const leaving = useLeaveGuard(() => [...drafts.values()].some((draft) => draft.trim()));
  const messageRows = useMessageRows();
  const assignRows = useAssignRows({
    assign: ASSIGN_MESSAGES,
    labelOf: ({ name }: InboxRow) => name,
  });
  const { data: counts } = useQuery(inboxCountsQuery(search));
  return (
    <>
      <PageHead title="Inbox" subtitle={<Waiting />} />
      <ListTabs
        tabs={STATE_TABS}
        counts={counts}
        value={tab === 'all' ? null : tab}
        onChange={(state) => changeFilter({ state: state ?? 'all', sort: undefined })}
      />
      <ListView
        list={list}
        label="Messages"
        itemLabels={['message', 'messages']}
        columns={INBOX_COLUMNS}
        failure="Failed to fetch messages"
        searchLabel="Search name, address or text"
        filters={
          <>
            <FilterSelect
              label="Topic"
              placeholder="Any topic"
              clearLabel="Clear topic"
              options={TOPICS}
              {...list.field('topic')}
            />
            <OwnerFilterSelect {...list.field('owner')} />
          </>
        }
        bulk={{
          actions: (rows, clear) => (
            <>
              {assignRows.select(rows, clear)}
              {messageRows.buttons(rows, clear)}
            </>
          ),
        }}
        onOpen={({ id: opened }) => list.open({ id: opened })}
        rowVariant={rowVariantOf}
        empty={
          <Notice
            icon={Inbox}
            title={tab === 'open' ? 'No open messages' : 'Nothing here'}
            text="Messages from the contact form and from influencers arrive here."
          />
        }
        noResults={<NoResults title="No messages found matching your filters" />}
      />
      <ConversationDrawer
        {...list.record('id')}
        {...neighbours}
        comments={comments}
        drafts={drafts}
      />
      {assignRows.refusals}
      {messageRows.refusals}
      <UnsavedChangesDialog
        text="Your reply hasn’t been sent."
        opened={leaving.isBlocked}
        onCancel={leaving.cancel}
        onConfirm={leaving.confirm}
      />
    </>
  );
}

function rowVariantOf({ answeredAt, dueAt, hasFailed }: InboxRow) {
  if (hasFailed) return 'attention';
  if (answeredAt !== null) return 'muted';
  return Date.parse(dueAt) <= Date.now() ? 'attention' : undefined;
}

/** Counts of open and of late messages. */
function Waiting() {
  const { data } = useQuery(inboxCountsQuery({}));
  if (!data) return <>Answer within 48 hours, reports and copyright notices within 24.</>;
  if (data.open === 0) return <span role="status">No messages are waiting for an answer.</span>;
  const late = data.late > 0 ? `, ${formatCount(data.late)} overdue` : ', none overdue';
  return (
    <span role="status">
      {formatCount(data.open)} waiting for an answer{late}.
    </span>
  );
}
