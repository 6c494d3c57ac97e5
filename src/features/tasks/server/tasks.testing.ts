import { eq } from 'drizzle-orm';
import { userRoles } from '#src/features/accounts/server/accounts.table.ts';
import { staffInfluencers } from '#src/features/accounts/server/staff-influencers.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import type { TaskStage } from '../tasks.rules.ts';
import { tasks } from './tasks.table.ts';

export const HOUR = 3_600_000;
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

/** A staff member who is held to these influencers. */
export async function limitedStaff(house: TestApp, ...influencers: TestUser[]): Promise<TestUser> {
  const staff = await house.as('staff');
  await house.db.update(userRoles).set({ isLimited: true }).where(eq(userRoles.userId, staff.id));
  for (const { id: influencerId } of influencers) {
    await house.db.insert(staffInfluencers).values({ staffId: staff.id, influencerId });
  }
  return staff;
}

const submitted = { completedAt: inHours(-2), submissionNotes: 'Done.' };
const STAGES: Record<TaskStage, Partial<typeof tasks.$inferInsert>> = {
  assigned: { status: 'assigned' },
  in_progress: { status: 'in_progress' },
  review: { ...submitted, status: 'completed', submissionMethod: 'Email' },
  closed: { ...submitted, status: 'completed', submissionMethod: 'Email', closedAt: inHours(-1) },
  rejected: { ...submitted, status: 'rejected', submissionMethod: 'Email' },
  failed: { ...submitted, status: 'failed', submissionMethod: 'Email' },
  cancelled: { status: 'cancelled' },
};

/** Gives an influencer a task that is as far as this. */
export async function giveTask(
  house: TestApp,
  influencer: TestUser,
  stage: TaskStage = 'assigned',
  values: Partial<typeof tasks.$inferInsert> = {},
): Promise<string> {
  const [task] = await house.db
    .insert(tasks)
    .values({ title: 'Autumn set', assignedTo: influencer.id, ...STAGES[stage], ...values })
    .returning({ id: tasks.id });
  return task!.id;
}
