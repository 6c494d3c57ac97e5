import { Button } from '@mantine/core';
import { Images } from 'lucide-react';
import type { Task } from '../../tasks.schema.ts';
import styles from './task-post.module.css';
import { filesWithoutPost, usePostOfTask } from './use-post-of-task.ts';
import { useSingleAction } from './use-task-decisions.ts';

/** The button that creates a draft with the files that are in no post yet, and opens it. */
export function TaskPost({ task }: { task: Task }) {
  const makePost = usePostOfTask(task);
  const { run, busy } = useSingleAction();
  if (filesWithoutPost(task).length === 0) return null;
  return (
    <Button
      className={styles.make}
      variant="default"
      radius="xl"
      leftSection={<Images size={16} aria-hidden="true" />}
      loading={busy !== null}
      onClick={() => void run('post', makePost)}
    >
      Create a post with these files
    </Button>
  );
}
