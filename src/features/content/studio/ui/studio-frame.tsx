import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { BackLink } from '#src/ui/page/back-link.tsx';
import { Notice } from '#src/ui/page/notice.tsx';
import styles from './editor/new-post-page.module.css';

export function PostNotFound() {
  return (
    <Notice title="Post not found" text="It may have been deleted.">
      <Button
        radius="xl"
        renderRoot={(props) => <Link to="/content" {...props} />}
        leftSection={<ArrowLeft size={16} aria-hidden="true" />}
      >
        Back to Content
      </Button>
    </Notice>
  );
}

/** The link at the top of the pages of one post. */
export function BackToContent() {
  return <BackLink to="/content">Back to Content</BackLink>;
}

export function EditorSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the post">
      <div className={styles.head}>
        <Skeleton height={40} width="14rem" />
      </div>
      <div className={styles.work}>
        <Skeleton height={220} radius="md" />
        <Skeleton height={130} radius="md" />
        <Skeleton height={44} radius="md" />
      </div>
      <Skeleton height={360} radius="md" />
    </div>
  );
}
