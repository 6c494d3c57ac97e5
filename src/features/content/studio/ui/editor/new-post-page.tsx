import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorNotice } from '#src/ui/page/notice.tsx';
import { EditorSkeleton, PostNotFound } from '../studio-frame.tsx';
import { useOpenedPost } from '../use-opened-post.ts';
import { NewPostEditor } from './new-post-editor.tsx';

const route = getRouteApi('/_app/content/new');

/** Where admin and staff make a post for an influencer; the address names its draft. */
export function NewPostPage() {
  const { draft } = route.useSearch();
  const navigate = route.useNavigate();
  /** Another draft is another editor, but for the one that the editor itself has made. */
  const [shown, setShown] = useState({ draft, opened: draft, made: '', count: 0 });
  if (shown.draft !== draft) {
    setShown(
      draft === shown.made
        ? { ...shown, draft }
        : { draft, opened: draft, made: '', count: shown.count + 1 },
    );
  }
  const onMade = (id: string) => {
    setShown((before) => ({ ...before, made: id }));
    void navigate({
      search: { draft: id },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  };
  return shown.opened ? (
    <OpenedDraft key={shown.count} id={shown.opened} onMade={onMade} />
  ) : (
    <NewPostEditor key={shown.count} opened={null} onMade={onMade} />
  );
}

function OpenedDraft({ id, onMade }: { id: string; onMade: (id: string) => void }) {
  const { opened, hasFailed, refetch } = useOpenedPost(id);
  if (hasFailed) {
    return <ErrorNotice title="Failed to load post details" onRetry={() => void refetch()} />;
  }
  if (opened === undefined) return <EditorSkeleton />;
  if (!opened) return <PostNotFound />;
  if (opened.post.state !== 'draft') {
    return <Navigate to="/content/edit/$id" params={{ id }} replace />;
  }
  return <NewPostEditor opened={opened} onMade={onMade} />;
}
