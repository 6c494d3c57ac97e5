import { useNavigate } from '@tanstack/react-router';
import { call, client } from '#src/client/client.ts';
import type { Task } from '../../tasks.schema.ts';

/** The files of a task that a new post can contain. */
export function filesWithoutPost({ files }: Pick<Task, 'files'>) {
  return files.filter(({ postId, state }) => postId === null && state !== 'failed');
}

/** Creates a draft with the files of a task that are in no post yet, and opens it in the studio. */
export function usePostOfTask(task: Pick<Task, 'files' | 'assignee'>) {
  const navigate = useNavigate();
  return async () => {
    const mediaIds = filesWithoutPost(task).map(({ id }) => id);
    const json = { caption: '', category: null, influencerId: task.assignee.id, mediaIds };
    const { id } = await call(client.api.posts.drafts.$post({ json }));
    await navigate({ to: '/content/new', search: { draft: id } });
  };
}
