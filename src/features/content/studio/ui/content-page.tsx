import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  CalendarDays,
  FolderPlus,
  Images,
  Pencil,
  Plus,
  RotateCcw,
  SearchX,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { DownloadButton } from '#src/ui/elements/download-button.tsx';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { PostCheckbox, PostSelectionBar, usePostSelection } from './bulk/post-selection.tsx';
import cardStyles from './content-card.module.css';
import { ContentFilters } from './content-filters.tsx';
import { ContentGrid } from './content-grid.tsx';
import pageStyles from './content-page.module.css';
import {
  contentFilterOf,
  postsCsvHref,
  refreshStudio,
  contentSearchSchema,
} from './content-posts.ts';
import { DeletePostDialog } from './delete-post-dialog.tsx';

const route = getRouteApi('/_app/content/');

/** Lists all posts in every state, newest first. */
export function ContentPage() {
  const { search, change } = useListAddress(
    useCheckedSearch(route, contentSearchSchema),
    route.useNavigate(),
  );
  const navigate = useNavigate();
  const [deleted, setDeleted] = useState<string | null>(null);
  usePageShortcuts({ n: () => void navigate({ to: '/content/new' }) });
  const filter = contentFilterOf(search);
  const { sort: _sort, ...filters } = filter;
  const selection = usePostSelection(filter);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHead title="Content" subtitle="Published posts, scheduled posts and drafts.">
        <div className={pageStyles.actions}>
          <DownloadButton href={postsCsvHref(filter)} radius="xl">
            Export CSV
          </DownloadButton>
          <Button
            variant="default"
            radius="xl"
            leftSection={<FolderPlus size={18} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/content/plan" {...props} />}
          >
            Schedule files
          </Button>
          <Button
            variant="default"
            radius="xl"
            leftSection={<CalendarDays size={18} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/content/calendar" {...props} />}
          >
            Calendar
          </Button>
          <NewPostButton />
        </div>
      </PageHead>
      <ContentFilters filter={search} onChange={change} />
      <ContentGrid
        filter={filter}
        failure="Failed to fetch posts"
        cover={(post, label) => <EditLink post={post} label={label} />}
        select={(post) => <PostCheckbox post={post} selection={selection} />}
        actions={(post) => <PostActions post={post} onDelete={() => setDeleted(post.id)} />}
        empty={isFiltered ? <NoResults /> : <Empty />}
      />
      <PostSelectionBar selection={selection} />
      <DeletePostDialog postId={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

/** Drafts open in the editor of new posts. */
const editTarget = ({ id, state }: StudioPost) =>
  state === 'draft'
    ? ({ to: '/content/new', search: { draft: id } } as const)
    : ({ to: '/content/edit/$id', params: { id } } as const);

const EditLink = ({ post, label }: { post: StudioPost; label: string }) => (
  <Link {...editTarget(post)} className={cardStyles.cover}>
    {label}
  </Link>
);

function PostActions({ post, onDelete }: { post: StudioPost; onDelete: () => void }) {
  const failed = post.media.filter(({ state }) => state === 'failed');
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        radius="xl"
        leftSection={<Pencil size={14} aria-hidden="true" />}
        renderRoot={(props) => <Link {...editTarget(post)} {...props} />}
      >
        Edit
      </Button>
      {failed.length > 0 && <RetryButton mediaIds={failed.map(({ id }) => id)} />}
      <Button
        size="compact-sm"
        variant="default"
        radius="xl"
        ml="auto"
        leftSection={<Trash2 size={14} aria-hidden="true" />}
        onClick={onDelete}
      >
        Delete
      </Button>
    </>
  );
}

/** Requests the processing of the failed files of a post again. */
export function RetryButton({ mediaIds }: { mediaIds: string[] }) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  async function retry() {
    setIsBusy(true);
    const tries = mediaIds.map((id) =>
      call(client.api.media[':id'].retry.$post({ param: { id } })),
    );
    const results = await Promise.allSettled(tries);
    if (results.some(({ status }) => status === 'rejected')) {
      toast.error('Error', { description: 'Failed to retry the files' });
    }
    await refreshStudio(queryClient);
    setIsBusy(false);
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      radius="xl"
      loading={isBusy}
      leftSection={<RotateCcw size={14} aria-hidden="true" />}
      onClick={() => void retry()}
    >
      Retry
    </Button>
  );
}

const NewPostButton = () => (
  <Button
    renderRoot={(props) => <Link to="/content/new" {...props} />}
    leftSection={<Plus size={18} aria-hidden="true" />}
    radius="xl"
    title="New Post (N)"
    aria-keyshortcuts="n"
  >
    New Post
  </Button>
);

const Empty = () => (
  <Notice
    icon={Images}
    title="No Content Yet"
    text="The first post you publish will appear here and in your subscribers’ feeds."
  >
    <NewPostButton />
  </Notice>
);

const NoResults = () => (
  <Notice
    icon={SearchX}
    title="No posts found matching your filters"
    text="Try another search, or clear the filters."
  />
);
