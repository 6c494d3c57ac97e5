import type { ReactNode } from 'react';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import { isPossible } from '../tasks.rules.ts';
import type { Task } from '../tasks.schema.ts';
import recordStyles from '#src/ui/dialogs/record-drawer.module.css';
import { RequestedChanges } from './requested-changes.tsx';
import { TaskPost } from './review/task-post.tsx';
import { TaskChecklist } from './task-checklist.tsx';
import styles from './task-details.module.css';
import { TaskFiles } from './task-files.tsx';
import { TaskDue, TaskState } from './task-state.tsx';
import { TaskSubmission } from './task-submission.tsx';
import { TaskTimeline } from './task-timeline.tsx';

type TaskDetailsProps = {
  task: Task;
  mediaToken: string;
  /** Id of the file in the viewer. */
  shown: string | null;
  onShow: (fileId: string | null) => void;
  /** Buttons of the task. */
  actions: ReactNode;
  /** The owner, for the back office: it also sees the assignee, and how to use files in posts. */
  owner?: ReactNode;
  comments?: ReactNode;
};

/** The details of a task, in a drawer. */
export function TaskDetails(props: TaskDetailsProps) {
  const { task, mediaToken, shown, onShow, actions, owner } = props;
  const isBackOffice = owner !== undefined;
  const { assignee, description, checklist, submission, files } = task;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.facts}>
          <TaskState task={task} />
          <TaskDue task={task} hasFullTime />
        </div>
        {isBackOffice && (
          <div className={styles.people}>
            <p className={styles.assignee}>
              For <bdi>{assignee.fullName}</bdi>
            </p>
            {owner}
          </div>
        )}
      </div>
      {isBackOffice ? actions : <div className={recordStyles.actions}>{actions}</div>}
      <RequestedChanges task={task} mediaToken={mediaToken} />
      <section>
        <h3>Description</h3>
        <p className={styles.text}>
          {description ? <LinkedText text={description} /> : <em>None</em>}
        </p>
      </section>
      {checklist.length > 0 && (
        <section>
          <h3>Checklist</h3>
          <TaskChecklist task={task} isEditable={!isBackOffice && isPossible('submit', task)} />
        </section>
      )}
      {submission && (
        <section>
          <h3>Submission</h3>
          <TaskSubmission submission={submission} />
        </section>
      )}
      {files.length > 0 && (
        <section>
          <h3>Files</h3>
          <TaskFiles
            task={task}
            mediaToken={mediaToken}
            shown={shown}
            onShow={onShow}
            linksToPosts={isBackOffice}
          />
          {isBackOffice && <TaskPost task={task} />}
        </section>
      )}
      <section>
        <h3>Timeline</h3>
        <TaskTimeline task={task} />
      </section>
      {props.comments}
    </>
  );
}
