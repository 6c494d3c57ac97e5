import { z } from 'zod';
import { bulkIds, bulkResultSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { changesRequestSchema, reasonSchema, undoSchema } from '../task-review.schema.ts';
import { taskVersionSchema } from '../tasks.schema.ts';
import {
  cancelTask,
  closeTask,
  failTask,
  reopenTask,
  requestChanges,
  undoDecision,
  undoLatestDecision,
} from './task-decisions.ts';
import { VERSION_EXAMPLE } from './tasks.examples.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });
const answer = {
  output: taskVersionSchema,
  errors: ['not-found', 'not-allowed-in-state'],
  example: VERSION_EXAMPLE,
} as const;

/** The decisions of the back office on tasks. */
export function taskReviewApi({ db, jobs }: { db: Db; jobs: Jobs }) {
  const dependencies = { db, jobs };
  return operations([
    backOffice.post(
      '/api/tasks/{id}/close',
      {
        id: 'closeTask',
        summary: 'Accept submitted work, which closes the task',
        params,
        ...answer,
      },
      ({ actor, params: { id } }) => closeTask(dependencies, actor, id),
    ),
    backOffice.post(
      '/api/tasks/close',
      {
        id: 'closeTasks',
        summary: 'Accept the submitted work of many tasks, which closes them',
        body: z.object({ ids: bulkIds }),
        output: bulkResultSchema,
        example: { changed: [VERSION_EXAMPLE.id], refused: [] },
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => closeTask(dependencies, actor, id)),
    ),
    backOffice.post(
      '/api/tasks/close/undo',
      {
        id: 'undoTasksClosed',
        summary: 'Undo the closing of tasks of a moment ago',
        body: z.object({ ids: bulkIds }),
        output: bulkResultSchema,
        example: { changed: [VERSION_EXAMPLE.id], refused: [] },
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => undoLatestDecision(db, actor, id)),
    ),
    backOffice.post(
      '/api/tasks/{id}/request-changes',
      {
        id: 'requestTaskChanges',
        summary: 'Send submitted work back with a comment, and comments on its files',
        params,
        body: changesRequestSchema,
        ...answer,
        errors: [...answer.errors, 'conflict'],
      },
      ({ actor, params: { id }, body }) => requestChanges(dependencies, actor, { id, ...body }),
    ),
    backOffice.post(
      '/api/tasks/{id}/fail',
      {
        id: 'failTask',
        summary: 'Reject submitted work with a reason, which closes the task',
        params,
        body: reasonSchema,
        ...answer,
      },
      ({ actor, params: { id }, body }) => failTask(dependencies, actor, { id, ...body }),
    ),
    backOffice.post(
      '/api/tasks/{id}/cancel',
      {
        id: 'cancelTask',
        summary: 'Cancel an unfinished task with a reason',
        params,
        body: reasonSchema,
        ...answer,
      },
      ({ actor, params: { id }, body }) => cancelTask(dependencies, actor, { id, ...body }),
    ),
    backOffice.post(
      '/api/tasks/{id}/reopen',
      {
        id: 'reopenTask',
        summary: 'Reopen a closed, failed or cancelled task with a reason',
        params,
        body: reasonSchema,
        ...answer,
      },
      ({ actor, params: { id }, body }) => reopenTask(dependencies, actor, { id, ...body }),
    ),
    backOffice.post(
      '/api/tasks/{id}/undo',
      {
        id: 'undoTaskDecision',
        summary:
          'Undo your own decision, within a minute and while it is the last change of the task',
        params,
        body: undoSchema,
        ...answer,
        errors: [...answer.errors, 'conflict'],
      },
      ({ actor, params: { id }, body }) => undoDecision(db, actor, { id, ...body }),
    ),
  ]);
}
