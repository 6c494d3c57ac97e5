import { itemOfMedia } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import { stageOf } from '../tasks.rules.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './requested-changes.module.css';

type RequestedChangesProps = {
  task: Task;
  mediaToken: string;
};

/** The changes that the influencer has to make, with the comments on files; nothing in other stages. */
export function RequestedChanges({ task, mediaToken }: RequestedChangesProps) {
  const renewMediaToken = useRenewStudioMediaToken();
  const request = task.decisions.findLast(({ kind }) => kind === 'changes_requested');
  if (!request || stageOf(task) !== 'changes_requested') return null;
  const commented = task.rounds.at(-1)?.files.filter(({ comment }) => comment !== null) ?? [];
  const links = { mediaToken, renewMediaToken };
  return (
    <section className={styles.request} aria-label="Changes requested">
      <p className={styles.facts}>
        <strong>Changes requested</strong>{' '}
        <time dateTime={request.at}>{formatTime(request.at)}</time>
        {request.by && (
          <>
            {' by '}
            <bdi>{request.by}</bdi>
          </>
        )}
      </p>
      <p className={styles.comment}>
        <LinkedText text={request.comment ?? ''} />
      </p>
      {commented.length > 0 && (
        <ul>
          {commented.map(({ id, fileName, comment }) => {
            const file = task.files.find((each) => each.id === id);
            return (
              <li key={id}>
                {file?.state === 'ready' && (
                  <span className={styles.picture}>
                    <UploadPicture item={itemOfMedia(file)} links={links} alt="" />
                  </span>
                )}
                <span className={styles.comment}>
                  <bdi className={styles.name}>{fileName || 'Unnamed file'}</bdi>
                  <LinkedText text={comment ?? ''} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
