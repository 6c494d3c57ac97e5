import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import { EditorSkeleton, PostNotFound } from '../studio-frame.tsx';
import { useOpenedPost } from '../use-opened-post.ts';
import { EditPostForm } from './edit-post-form.tsx';

const route = getRouteApi('/_app/content/edit/$id');

/** The page to edit a scheduled or published post. */
export function EditPostPage() {
  const { id } = route.useParams();
  return <EditedPost key={id} id={id} />;
}

function EditedPost({ id }: { id: string }) {
  const navigate = useNavigate();
  const { opened, hasFailed } = useOpenedPost(id);

  useEffect(() => {
    if (!hasFailed) return;
    toast.error('Error', { description: 'Failed to load post details' });
    void navigate({ to: '/content', replace: true });
  }, [hasFailed, navigate]);

  if (opened === undefined) return <EditorSkeleton />;
  if (!opened) return <PostNotFound />;
  if (opened.post.state === 'draft') {
    return <Navigate to="/content/new" search={{ draft: id }} replace />;
  }
  return <EditPostForm opened={opened} />;
}
