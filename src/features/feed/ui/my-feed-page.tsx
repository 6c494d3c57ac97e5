import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { toast } from 'sonner';
import { unreadQuery } from '#src/features/notifications/ui/notifications-queries.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { feedScopeSchema } from '../feed.schema.ts';
import { FeedFilters } from './feed-filters.tsx';
import { FeedPosts } from './feed-posts.tsx';
import styles from './my-feed-page.module.css';
import { useMarkRead } from './use-mark-read.ts';

const route = getRouteApi('/_app/my-feed');

export function MyFeedPage() {
  const { tab: scope = 'mine', ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const changeFilter = (changed: Partial<typeof filter>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <PageHead
        title={scope === 'mine' ? 'My Feed' : 'Public Feed'}
        lead={
          scope === 'mine'
            ? 'The latest from the influencers you follow.'
            : 'Everything behind the rope, yours and what could be.'
        }
      >
        <MarkAllRead />
      </PageHead>
      <Tabs
        value={scope}
        onChange={(value) => {
          const tab = feedScopeSchema.parse(value);
          void navigate({ search: { tab: tab === 'mine' ? undefined : tab } });
        }}
        keepMounted={false}
        classNames={{ list: styles.tabs, tab: styles.tab }}
      >
        <Tabs.List aria-label="Feeds">
          <Tabs.Tab value="mine">My Feed</Tabs.Tab>
          <Tabs.Tab value="public">Public Feed</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={scope} key={scope}>
          <FeedFilters scope={scope} filter={filter} onChange={changeFilter} />
          <FeedPosts scope={scope} filter={filter} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function MarkAllRead() {
  const count = useQuery(unreadQuery).data?.count ?? 0;
  const { mutate, isPending } = useMarkRead();
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      disabled={isPending}
      onClick={() =>
        mutate(undefined, {
          onSuccess: () =>
            toast.success('Success', { description: 'All notifications marked as read' }),
          onError: () =>
            toast.error('Error', { description: 'Failed to mark notifications as read' }),
        })
      }
    >
      <CheckCheck size={17} aria-hidden="true" />
      {`Mark All Read (${count})`}
    </button>
  );
}
