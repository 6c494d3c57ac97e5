import { eq, sql } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import type { NewTaskTemplate, TaskTemplate } from '../task-templates.schema.ts';
import { taskTemplates } from './task-templates.table.ts';
import { requireAllowedTask } from './tasks.ts';

const COLUMNS = {
  id: taskTemplates.id,
  name: taskTemplates.name,
  title: taskTemplates.title,
  description: taskTemplates.description,
  dueDays: taskTemplates.dueDays,
  checklist: taskTemplates.checklist,
};

/** All templates, by name. */
export async function listTaskTemplates(db: Db): Promise<TaskTemplate[]> {
  return db
    .select(COLUMNS)
    .from(taskTemplates)
    .orderBy(sql`lower(${taskTemplates.name})`);
}

/** @throws DomainError 'conflict' when the name is another template's */
function refuseTakenName(error: unknown): never {
  if (parseDatabaseError(error)?.code !== '23505') throw error;
  const message = 'Another template has this name';
  throw new DomainError('conflict', message, [{ path: 'name', message }]);
}

/** @throws DomainError 'conflict', or 'invalid-input' for a banned term */
export async function addTaskTemplate(db: Db, template: NewTaskTemplate): Promise<{ id: string }> {
  await requireAllowedTask(db, template);
  const [added] = await db
    .insert(taskTemplates)
    .values(template)
    .returning({ id: taskTemplates.id })
    .catch(refuseTakenName);
  return added!;
}

/** Tasks that were created with it stay as they are. @throws DomainError 'not-found', 'conflict' or 'invalid-input' */
export async function changeTaskTemplate(db: Db, { id, ...template }: TaskTemplate): Promise<void> {
  await requireAllowedTask(db, template);
  const changed = await db
    .update(taskTemplates)
    .set(template)
    .where(eq(taskTemplates.id, id))
    .returning({ id: taskTemplates.id })
    .catch(refuseTakenName);
  if (changed.length === 0) throw new DomainError('not-found', 'The template no longer exists');
}

/** @throws DomainError 'conflict' while a rule of the automation uses it, or 'not-found' */
export async function deleteTaskTemplate(db: Db, id: string): Promise<void> {
  const deleted = await db
    .delete(taskTemplates)
    .where(eq(taskTemplates.id, id))
    .returning({ id: taskTemplates.id })
    .catch((error: unknown) => {
      if (parseDatabaseError(error)?.code !== '23503') throw error;
      throw new DomainError('conflict', 'An automation rule uses this template');
    });
  if (deleted.length === 0) throw new DomainError('not-found', 'The template no longer exists');
}
