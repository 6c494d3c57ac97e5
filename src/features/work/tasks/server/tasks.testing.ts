import type { TestApp, TestUser } from '#test/harness.ts';
import type { TaskStage } from '../tasks.rules.ts';
import { tasks } from './tasks.table.ts';

export const HOUR = 3_600_000;
export function inHours(hours: number) {
  return new Date(Date.now() + hours * HOUR);
}

const submitted = { completedAt: inHours(-2), submissionNotes: 'Done.' };
const STAGES: Record<TaskStage, Partial<typeof tasks.$inferInsert>> = {
  assigned: { status: 'assigned' },
  in_progress: { status: 'in_progress' },
  review: { ...submitted, status: 'completed', submissionMethod: 'Email' },
  changes_requested: { ...submitted, status: 'in_progress', submissionMethod: 'Email' },
  closed: { ...submitted, status: 'completed', submissionMethod: 'Email', closedAt: inHours(-1) },
  rejected: { ...submitted, status: 'rejected', submissionMethod: 'Email' },
  failed: { ...submitted, status: 'failed', submissionMethod: 'Email', closedAt: inHours(-1) },
  cancelled: { status: 'cancelled' },
};

/** Inserts a task of an influencer in a stage. */
export async function insertTask(
  app: TestApp,
  { id: assignedTo }: Pick<TestUser, 'id'>,
  stage: TaskStage = 'assigned',
  values: Partial<typeof tasks.$inferInsert> = {},
): Promise<string> {
  const [task] = await app.db
    .insert(tasks)
    .values({ title: 'Autumn set', assignedTo, ...STAGES[stage], ...values })
    .returning({ id: tasks.id });
  return task!.id;
}
