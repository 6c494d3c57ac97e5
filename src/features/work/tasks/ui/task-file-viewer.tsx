import { Modal } from '@mantine/core';
import { X } from 'lucide-react';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import type { Post } from '#src/features/content/posts/posts.schema.ts';
import { PostViewerStage } from '#src/features/content/posts/ui/viewer/post-viewer-stage.tsx';
import type { Task, TaskFile } from '../tasks.schema.ts';
import viewer from '#src/features/content/posts/ui/viewer/post-viewer.module.css';
import styles from './task-file-viewer.module.css';

type TaskFileViewerProps = {
  task: Pick<Task, 'id' | 'files' | 'assignee'>;
  /** The file shown; null while the viewer is closed. */
  fileId: string | null;
  links: MediaLinks;
  onShow: (fileId: string | null) => void;
};

/** Shows submitted files full screen; arrows browse them. */
export function TaskFileViewer({ task, fileId, links, onShow }: TaskFileViewerProps) {
  const files = task.files.filter(({ state }) => state === 'ready');
  const index = files.findIndex(({ id }) => id === fileId);
  const file = files[index];
  const goTo = (to: number) => () => onShow(files[to]?.id ?? null);
  return (
    <Modal.Root
      opened={file !== undefined}
      onClose={() => onShow(null)}
      fullScreen
      padding={0}
      transitionProps={{ transition: 'fade', duration: 160 }}
    >
      <Modal.Overlay backgroundOpacity={0.9} color="#0b0908" />
      <Modal.Content
        aria-label={file && `File ${index + 1} of ${files.length}: ${file.fileName}`}
        classNames={{ content: viewer.content }}
      >
        <Modal.Body className={viewer.body}>
          {file && (
            <div className={`${viewer.viewer} ${styles.viewer}`}>
              <PostViewerStage
                post={asPost(task, files)}
                index={index}
                following={mediaOf(files)[index + 1]}
                {...links}
                previous={index > 0 ? goTo(index - 1) : undefined}
                next={index < files.length - 1 ? goTo(index + 1) : undefined}
                first={goTo(0)}
                last={goTo(files.length - 1)}
              />
              <p className={styles.name}>{file.fileName}</p>
              <button
                type="button"
                className={viewer.close}
                onClick={() => onShow(null)}
                data-autofocus
              >
                <X size={22} aria-hidden="true" />
                <span className="visually-hidden">Close</span>
              </button>
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const mediaOf = (files: TaskFile[]): Post['media'] =>
  files.map(({ id, mediaType, width, height, durationSeconds, teaser, widths }) => ({
    mediaType,
    width: width ?? 1,
    height: height ?? 1,
    durationSeconds,
    teaser: teaser ?? '',
    source: { id, widths },
  }));

/** The files as a post, for the stage of the post viewer. */
const asPost = (
  { id, assignee }: TaskFileViewerProps['task'],
  files: TaskFile[],
): Pick<Post, 'id' | 'media' | 'influencer'> => ({
  id,
  influencer: { ...assignee, publicUrl: null },
  media: mediaOf(files),
});
