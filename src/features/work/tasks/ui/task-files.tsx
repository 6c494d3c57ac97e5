import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoaderCircle, Play, TriangleAlert } from 'lucide-react';
import { itemOfMedia } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import type { Task, TaskFile } from '../tasks.schema.ts';
import { TaskFileViewer } from './task-file-viewer.tsx';
import styles from './task-files.module.css';
import { refreshTasks } from './tasks-queries.ts';

type TaskFilesProps = {
  task: Pick<Task, 'id' | 'files' | 'assignee'>;
  mediaToken: string;
  /** Id of the file in the viewer. */
  shown: string | null;
  onShow: (fileId: string | null) => void;
  /** Whether files in a post link to it. */
  linksToPosts?: boolean;
};

/** The submitted files; ready files open in the viewer. */
export function TaskFiles({
  task,
  mediaToken,
  shown,
  onShow,
  linksToPosts = false,
}: TaskFilesProps) {
  const queryClient = useQueryClient();
  const renewMediaToken = useRenewStudioMediaToken();
  const links = { mediaToken, renewMediaToken };
  const { files } = task;
  useLiveEvents('media', () => {
    if (files.some(({ state }) => state === 'processing')) void refreshTasks(queryClient);
  });
  return (
    <>
      <ul className={styles.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            <FileTile file={file} links={links} onShow={() => onShow(file.id)} />
            {linksToPosts && file.postId && (
              <Link to="/content/new" search={{ draft: file.postId }} className={styles.post}>
                In a post
              </Link>
            )}
          </li>
        ))}
      </ul>
      <TaskFileViewer task={task} fileId={shown} links={links} onShow={onShow} />
    </>
  );
}

type FileTileProps = { file: TaskFile; links: MediaLinks; onShow: () => void };

function FileTile({ file, links, onShow }: FileTileProps) {
  const { state, fileName, failure, mediaType } = file;
  if (state === 'ready') {
    return (
      <button type="button" className={styles.tile} title={fileName} onClick={onShow}>
        <UploadPicture item={itemOfMedia(file)} links={links} alt="" />
        {mediaType === 'video' && (
          <Play className={styles.play} size={16} fill="currentColor" aria-hidden="true" />
        )}
        <span className="visually-hidden">{`Open ${fileName || 'the file'}`}</span>
      </button>
    );
  }
  const Icon = state === 'failed' ? TriangleAlert : LoaderCircle;
  return (
    <div className={styles.tile} data-state={state} title={failure ?? fileName}>
      <span className={styles.waiting}>
        <Icon size={18} aria-hidden="true" />
        {state === 'failed' ? 'Failed' : 'Processing…'}
        <span className="visually-hidden">{`: ${failure ?? fileName}`}</span>
      </span>
    </div>
  );
}
