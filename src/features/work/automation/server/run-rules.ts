import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { requireAssignees } from '#src/features/work/tasks/server/assignees.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import { insertTasks } from '#src/features/work/tasks/server/tasks.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { RULE_BATCH } from '../automation.schema.ts';
import { automationRules, automationRuns } from './automation.table.ts';
import { selectMatches } from './rule-triggers.ts';

type Dependencies = { db: Db; pool: Pool; jobs: Jobs };
type StoredRule = typeof automationRules.$inferSelect;
type Match = { personId: string; episode: string };

/**
 * Runs the active rules: each acts for at most {@link RULE_BATCH} people, and once for a person and an
 * episode, even when two processes run it. What an action refuses is recorded with its reason and not
 * repeated.
 */
export async function runAutomation(services: Dependencies, now: Date): Promise<void> {
  const rules = await services.db
    .select()
    .from(automationRules)
    .where(eq(automationRules.isActive, true));
  for (const rule of rules) {
    for (const match of await findNew(services.pool, rule, now)) {
      await act(services, rule, match, now);
    }
  }
}

/** The people for whom a rule has not acted in their episode yet. */
function findNew(pool: Pool, rule: StoredRule, now: Date): Promise<Match[]> {
  return selectRows(
    pool,
    { personId: sql<string>`matches.person_id`, episode: sql<string>`matches.episode` },
    (columns) => sql`
      select ${columns} from (${selectMatches(rule, now)}) matches
      where not exists (select from ${automationRuns}
        where ${automationRuns.ruleId} = ${rule.id}
          and ${automationRuns.personId} = matches.person_id
          and ${automationRuns.episode} = matches.episode)
      order by matches.person_id limit ${RULE_BATCH}`,
  );
}

async function act(
  services: Dependencies,
  rule: StoredRule,
  match: Match,
  now: Date,
): Promise<void> {
  const run = { ruleId: rule.id, ...match };
  try {
    await services.db.transaction(async (tx) => {
      const [claimed] = await tx
        .insert(automationRuns)
        .values({ ...run, isDone: true, detail: '' })
        .onConflictDoNothing()
        .returning({ id: automationRuns.id });
      // Another process was faster.
      if (!claimed) return;
      const done = await runAction({ ...services, db: tx }, rule, match.personId, now);
      await tx.update(automationRuns).set(done).where(eq(automationRuns.id, claimed.id));
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await services.db
      .insert(automationRuns)
      .values({ ...run, isDone: false, detail: error.message })
      .onConflictDoNothing();
  }
}

async function runAction(
  { db: tx, jobs }: Dependencies,
  { action, templateId, note, createdBy }: StoredRule,
  personId: string,
  now: Date,
): Promise<{ detail: string; taskId?: string }> {
  if (action === 'add_note') {
    await tx.insert(personNotes).values({ personId, note, createdBy: null });
    return { detail: note };
  }
  const [template] = await tx.select().from(taskTemplates).where(eq(taskTemplates.id, templateId!));
  const { title, description, dueDays, checklist } = template!;
  const dueDate = dueDays === null ? null : new Date(now.getTime() + dueDays * DAY_MS);
  await requireAssignees(tx, { userId: personId, isLimited: false }, [personId]);
  const fields = { title, description: description || null, dueDate, checklist };
  const [task] = await insertTasks(tx, jobs, { ...fields, createdBy }, [personId]);
  return { detail: title, taskId: task!.id };
}
