import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newTaskTemplateSchema,
  taskTemplateSchema,
  type TaskTemplate,
} from '../task-templates.schema.ts';
import {
  addTaskTemplate,
  changeTaskTemplate,
  deleteTaskTemplate,
  listTaskTemplates,
} from './task-templates.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });
const done = z.object({});

const EXAMPLE: TaskTemplate = {
  id: '4a7d1f0e-2c9b-4b1f-8f60-0d5e3c9a7b11',
  name: 'Welcome clip',
  title: 'Welcome clip for new subscribers',
  description: 'Thirty seconds, upright, with your name in it.',
  dueDays: 7,
  checklist: ['Say your name', 'Film upright'],
};

/** Templates of tasks, shared by the back office. */
export function taskTemplatesApi({ db }: { db: Db }) {
  return operations([
    backOffice.get(
      '/api/task-templates',
      {
        id: 'listTaskTemplates',
        summary: 'List the templates of tasks by name',
        output: z.object({ templates: z.array(taskTemplateSchema) }),
        example: { templates: [EXAMPLE] },
      },
      async () => ({ templates: await listTaskTemplates(db) }),
    ),
    backOffice.post(
      '/api/task-templates',
      {
        id: 'addTaskTemplate',
        summary: 'Add a template of a task',
        body: newTaskTemplateSchema,
        output: z.object({ id: z.uuid() }),
        errors: ['conflict'],
        example: { id: EXAMPLE.id },
      },
      ({ body }) => addTaskTemplate(db, body),
    ),
    backOffice.put(
      '/api/task-templates/{id}',
      {
        id: 'changeTaskTemplate',
        summary: 'Change a template; tasks that were created with it stay as they are',
        params,
        body: newTaskTemplateSchema,
        output: done,
        errors: ['not-found', 'conflict'],
        example: {},
      },
      async ({ params: { id }, body }) => {
        await changeTaskTemplate(db, { ...body, id });
        return {};
      },
    ),
    backOffice.delete(
      '/api/task-templates/{id}',
      {
        id: 'deleteTaskTemplate',
        summary: 'Delete a template that no automation rule uses',
        params,
        output: done,
        errors: ['not-found', 'conflict'],
        example: {},
      },
      async ({ params: { id } }) => {
        await deleteTaskTemplate(db, id);
        return {};
      },
    ),
  ]);
}
