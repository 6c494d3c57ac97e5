import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleCheck, EyeOff, Pencil, ShieldAlert } from 'lucide-react';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { Panel, PanelSkeleton } from '#src/ui/page/panel.tsx';
import { POSTS_OF_PERFORMER_LIMIT, type PostOfPerformer } from '../consents.schema.ts';
import styles from './consents-panel.module.css';
import { postsOfPerformerQuery } from './consents-queries.ts';

/** The newest posts that a performer is in. */
export function PostsPanel({ performerId }: { performerId: string }) {
  const { data, error, refetch } = useQuery(postsOfPerformerQuery(performerId));
  if (!data) {
    return error ? (
      <ErrorNotice title="Failed to fetch the posts" onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton label="Loading posts" height="10rem" />
    );
  }
  return (
    <Panel title="Posts">
      {data.posts.length === 0 ? (
        <p className={styles.soft}>Not in any post yet.</p>
      ) : (
        <ul className={styles.list}>
          {data.posts.map((post) => (
            <PostItem key={post.id} post={post} />
          ))}
        </ul>
      )}
      {data.hasMore && (
        <p className={styles.soft}>These are the newest {POSTS_OF_PERFORMER_LIMIT} posts.</p>
      )}
    </Panel>
  );
}

type Appearance = { label: string; variant: StateBadgeVariant; icon: typeof Pencil };
const APPEARANCES: Record<PostOfPerformer['state'] | 'blocked', Appearance> = {
  draft: { label: 'Draft', variant: 'neutral', icon: Pencil },
  scheduled: { label: 'Scheduled', variant: 'info', icon: CalendarClock },
  published: { label: 'Published', variant: 'success', icon: CircleCheck },
  hidden: { label: 'Hidden', variant: 'danger', icon: EyeOff },
  blocked: { label: 'Blocked', variant: 'danger', icon: ShieldAlert },
};

function PostItem({ post: { id, state, isBlocked, caption, at, influencer } }: PostItemProps) {
  const { label, ...appearance } = APPEARANCES[isBlocked ? 'blocked' : state];
  const target =
    state === 'draft'
      ? ({ to: '/content/new', search: { draft: id } } as const)
      : ({ to: '/content/edit/$id', params: { id } } as const);
  return (
    <li>
      <div>
        <Link {...target} className="touch-target" dir="auto">
          {caption || 'No caption yet'}
        </Link>
        <small>
          <bdi>{influencer?.fullName ?? 'No influencer yet'}</bdi> · {formatDate(at)}
        </small>
      </div>
      <StateBadge {...appearance}>{label}</StateBadge>
    </li>
  );
}

type PostItemProps = { post: PostOfPerformer };
