import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { draftSearchSchema } from '../content-posts.ts';
import { EditorSkeleton, PostNotFound } from '../studio-frame.tsx';
import { useOpenedPost } from '../use-opened-post.ts';
import { NewPostEditor } from './new-post-editor.tsx';

const route = getRouteApi('/_app/content/new');

/** The page to create a post for an influencer; the address contains its draft. */
export function NewPostPage() {
  const { draft } = useCheckedSearch(route, draftSearchSchema);
  const navigate = route.useNavigate();
  /** Another draft gets a new editor, except the draft that the editor itself has created. */
  const [shown, setShown] = useState({ draft, opened: draft, created: '', count: 0 });
  if (shown.draft !== draft) {
    setShown(
      draft === shown.created
        ? { ...shown, draft }
        : { draft, opened: draft, created: '', count: shown.count + 1 },
    );
  }
  const onCreated = (id: string) => {
    setShown((before) => ({ ...before, created: id }));
    void navigate({
      search: { draft: id },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  };
  return shown.opened ? (
    <OpenedDraft key={shown.count} id={shown.opened} onCreated={onCreated} />
  ) : (
    <NewPostEditor key={shown.count} opened={null} onCreated={onCreated} />
  );
}

function OpenedDraft({ id, onCreated }: { id: string; onCreated: (id: string) => void }) {
  const { opened, hasFailed, refetch } = useOpenedPost(id);
  if (hasFailed) {
    return <ErrorNotice title="Failed to load post details" onRetry={() => void refetch()} />;
  }
  if (opened === undefined) return <EditorSkeleton />;
  if (!opened) return <PostNotFound />;
  if (opened.post.state !== 'draft') {
    return <Navigate to="/content/edit/$id" params={{ id }} replace />;
  }
  return <NewPostEditor opened={opened} onCreated={onCreated} />;
}
