import type { Pool } from 'pg';
import { z } from 'zod';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { assignmentSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { assignOwner, type OwnedRecords } from '#src/features/identity/colleagues/server/owners.ts';
import { bulkResultSchema, selectedRowsSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { checklistChangeSchema } from '../checklist.schema.ts';
import {
  createdTasksSchema,
  newTaskSchema,
  openedTaskSchema,
  ownTaskPageSchema,
  ownTaskQuerySchema,
  submissionSchema,
  taskChangeSchema,
  taskCountsSchema,
  taskOfFileSchema,
  taskPageSchema,
  taskQuerySchema,
  taskVersionSchema,
} from '../tasks.schema.ts';
import { listTasksOfFile, prepareTaskFiles } from './submitted-files.ts';
import { prepareTaskHistory } from './task-history.ts';
import { countTasks, exportTasks, getTask, listOwnTasks, listTasks } from './task-list.ts';
import {
  COUNTS_EXAMPLE,
  CSV_EXAMPLE,
  PAGE_EXAMPLE,
  TASK_EXAMPLE,
  VERSION_EXAMPLE,
} from './tasks.examples.ts';
import { tasks } from './tasks.table.ts';
import { checkItem, createTasks, deleteTask, startTask, submitTask, updateTask } from './tasks.ts';

const backOffice = as('admin', 'staff');
const influencer = as('influencer');
const byId = z.object({ id: z.uuid() });
const example = VERSION_EXAMPLE;
/** The tasks as records that have owners and tags. */
export const OWNED_TASKS: OwnedRecords = {
  table: tasks,
  visibleTo: (reader) => inScope(reader, tasks.assignedTo),
};

type Dependencies = { db: Db; pool: Pool; jobs: Jobs; mediaTokens: MediaTokens };

export function tasksApi({ db, pool, jobs, mediaTokens }: Dependencies) {
  const reading = {
    pool,
    mediaTokens,
    listFiles: prepareTaskFiles(pool),
    listHistory: prepareTaskHistory(pool),
  };
  return operations([
    backOffice.get(
      '/api/tasks',
      {
        id: 'listTasks',
        summary: 'List tasks',
        query: taskQuerySchema,
        output: taskPageSchema,
        example: PAGE_EXAMPLE,
      },
      ({ actor, query }) => listTasks(pool, actor, query),
    ),
    backOffice.get(
      '/api/tasks.csv',
      {
        id: 'exportTasks',
        summary: 'Export the filtered tasks as CSV',
        query: taskQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      async ({ actor, query }) => exportTasks(pool, actor, query),
    ),
    backOffice.post(
      '/api/tasks.csv',
      {
        id: 'exportSelectedTasks',
        summary: 'Export selected tasks as CSV',
        body: selectedRowsSchema(taskQuerySchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example: CSV_EXAMPLE,
      },
      async ({ actor, body }) => exportTasks(pool, actor, body),
    ),
    backOffice.get(
      '/api/tasks/counts',
      {
        id: 'countTasks',
        summary: 'Count the tasks by filter',
        query: taskQuerySchema.pick({ search: true, assignedTo: true, owner: true, tag: true }),
        output: taskCountsSchema,
        example: COUNTS_EXAMPLE,
      },
      ({ actor, query }) => countTasks(pool, actor, query),
    ),
    as('admin', 'staff', 'influencer').get(
      '/api/tasks/{id}',
      {
        id: 'getTask',
        summary: 'Get a task with its submission; influencers get their own only',
        params: byId,
        output: openedTaskSchema,
        errors: ['not-found'],
        example: { task: TASK_EXAMPLE, mediaToken: 'e=1764000000&s=seal', owner: null, tags: [] },
      },
      ({ actor, params }) => getTask(reading, actor, params.id),
    ),
    as('admin', 'staff', 'influencer').get(
      '/api/vault/{id}/tasks',
      {
        id: 'listTasksOfFile',
        summary: 'List the tasks that a file of the vault was submitted for, newest first',
        params: byId,
        output: z.object({ tasks: z.array(taskOfFileSchema) }),
        errors: ['not-found'],
        example: {
          tasks: [
            {
              id: TASK_EXAMPLE.id,
              title: TASK_EXAMPLE.title,
              status: TASK_EXAMPLE.status,
              dueDate: TASK_EXAMPLE.dueDate,
            },
          ],
        },
      },
      async ({ actor, params }) => ({ tasks: await listTasksOfFile(pool, actor, params.id) }),
    ),
    backOffice.post(
      '/api/tasks',
      {
        id: 'createTasks',
        summary: 'Create a task for each of up to 100 influencers, or for none of them',
        body: newTaskSchema,
        output: createdTasksSchema,
        example: { tasks: [{ ...example, version: 1, assignee: TASK_EXAMPLE.assignee }] },
      },
      ({ actor, body }) => createTasks({ db, jobs }, actor, body),
    ),
    backOffice.put(
      '/api/tasks/owner',
      {
        id: 'assignTaskOwners',
        summary: 'Make a colleague the owner of tasks, or nobody',
        body: assignmentSchema,
        output: bulkResultSchema,
        example: { changed: [TASK_EXAMPLE.id], refused: [] },
      },
      ({ actor, body }) => assignOwner({ db, jobs }, actor, OWNED_TASKS, body),
    ),
    backOffice.put(
      '/api/tasks/{id}',
      {
        id: 'updateTask',
        summary:
          'Change an unfinished task, its assignee only before work begins; refused if it changed since the given version',
        params: byId,
        body: taskChangeSchema,
        output: taskVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => updateTask({ db, jobs }, actor, { ...body, ...params }),
    ),
    backOffice.delete(
      '/api/tasks/{id}',
      {
        id: 'deleteTask',
        summary: 'Delete a task, with its files unless they are in a post',
        params: byId,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await deleteTask(db, actor, params.id);
        return {};
      },
    ),
    influencer.get(
      '/api/my-tasks',
      {
        id: 'listOwnTasks',
        summary: 'List your tasks: the open ones by date, or the finished ones',
        query: ownTaskQuerySchema,
        output: ownTaskPageSchema,
        example: { tasks: [TASK_EXAMPLE], total: 1, next: null, mediaToken: 'e=1764000000&s=seal' },
      },
      ({ actor, query }) => listOwnTasks(reading, actor, query),
    ),
    influencer.post(
      '/api/tasks/{id}/start',
      {
        id: 'startTask',
        summary: 'Start working on your task',
        params: byId,
        output: taskVersionSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params }) => startTask(db, actor, params.id),
    ),
    influencer.put(
      '/api/tasks/{id}/checklist',
      {
        id: 'checkTaskItem',
        summary: 'Tick an item of your task’s checklist, or remove the tick',
        params: byId,
        body: checklistChangeSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await checkItem(db, actor, { ...body, ...params });
        return {};
      },
    ),
    influencer.post(
      '/api/tasks/{id}/submit',
      {
        id: 'submitTask',
        summary:
          'Submit your task as complete, or again after requested changes; uploaded files replace earlier ones',
        params: byId,
        body: submissionSchema,
        output: taskVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => submitTask(db, actor, { ...body, ...params }),
    ),
  ]);
}
