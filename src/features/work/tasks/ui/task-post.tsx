import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/web/client.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './task-post.module.css';

/** The button that creates a draft with the files that are in no post yet, and opens it. */
export function TaskPost({ task: { files, assignee } }: { task: Task }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const unusedFiles = files.filter(({ postId, state }) => postId === null && state !== 'failed');
  if (unusedFiles.length === 0) return null;

  async function make() {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      const mediaIds = unusedFiles.map(({ id }) => id);
      const json = { caption: '', category: null, influencerId: assignee.id, mediaIds };
      const { id } = await call(client.api.posts.drafts.$post({ json }));
      await navigate({ to: '/content/new', search: { draft: id } });
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  return (
    <Button
      className={styles.make}
      variant="default"
      radius="xl"
      leftSection={<Images size={16} aria-hidden="true" />}
      loading={isBusy}
      onClick={() => void make()}
    >
      Create a post with these files
    </Button>
  );
}
