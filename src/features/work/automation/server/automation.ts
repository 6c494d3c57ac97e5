import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { jsonObject, selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { NewRule, Rule, RulePreview, RuleRun, ruleRunSchema } from '../automation.schema.ts';
import { automationRules, automationRuns } from './automation.table.ts';
import { selectMatches } from './rule-triggers.ts';

const RULE = {
  id: automationRules.id,
  name: automationRules.name,
  trigger: automationRules.trigger,
  days: automationRules.days,
  tag: automationRules.tag,
  action: automationRules.action,
  templateId: automationRules.templateId,
  note: automationRules.note,
  isActive: automationRules.isActive,
  templateName: taskTemplates.name,
  runs: sql<number>`(select count(*)::int from (
    select from ${automationRuns} where ${automationRuns.ruleId} = ${automationRules.id}
    limit ${sql.raw(String(COUNT_LIMIT + 1))}) acted)`,
};

/** All rules, by name. */
export async function listRules(db: Db): Promise<Rule[]> {
  return db
    .select(RULE)
    .from(automationRules)
    .leftJoin(taskTemplates, eq(taskTemplates.id, automationRules.templateId))
    .orderBy(sql`lower(${automationRules.name})`, automationRules.id);
}

/** What a rule does not use is not stored. */
const valuesOf = ({ templateId, note, ...rule }: NewRule) => ({
  ...rule,
  templateId: rule.action === 'create_task' ? templateId : null,
  note: rule.action === 'add_note' ? note : '',
});

/** @throws DomainError 'conflict' when the template was deleted */
function refuseDeletedTemplate(error: unknown): never {
  if (parseDatabaseError(error)?.code !== '23503') throw error;
  const message = 'The template no longer exists';
  throw new DomainError('conflict', message, [{ path: 'templateId', message }]);
}

export async function addRule(db: Db, actor: Actor, rule: NewRule): Promise<{ id: string }> {
  const [added] = await db
    .insert(automationRules)
    .values({ ...valuesOf(rule), createdBy: actor.userId })
    .returning({ id: automationRules.id })
    .catch(refuseDeletedTemplate);
  return added!;
}

/** Changes a rule; activating it leaves alone what happened before. @throws DomainError 'not-found' */
export async function changeRule(db: Db, { id, ...rule }: NewRule & { id: string }): Promise<void> {
  const isActivated = sql`${rule.isActive} and not ${automationRules.isActive}`;
  const changed = await db
    .update(automationRules)
    .set({
      ...valuesOf(rule),
      activeSince: sql`case when ${isActivated} then now() else ${automationRules.activeSince} end`,
    })
    .where(eq(automationRules.id, id))
    .returning({ id: automationRules.id })
    .catch(refuseDeletedTemplate);
  if (changed.length === 0) throw new DomainError('not-found', 'The rule no longer exists');
}

/** Deletes a rule and its log; what it did stays. @throws DomainError 'not-found' */
export async function deleteRule(db: Db, id: string): Promise<void> {
  const deleted = await db
    .delete(automationRules)
    .where(eq(automationRules.id, id))
    .returning({ id: automationRules.id });
  if (deleted.length === 0) throw new DomainError('not-found', 'The rule no longer exists');
}

const PREVIEWED = 20;

/** For whom a rule would act if it were activated now. Changes nothing. */
export async function previewRule(pool: Pool, rule: NewRule, now: Date): Promise<RulePreview> {
  const matches = selectMatches({ ...rule, activeSince: now }, now);
  const rows = await selectRows(
    pool,
    {
      id: sql<string>`person_id`,
      name: sql<string>`name`,
      count: sql<number>`(count(*) over ())::int`,
    },
    (columns) => sql`
      select ${columns} from (${matches} limit ${COUNT_LIMIT + 1}) matches
      order by lower(name), person_id limit ${PREVIEWED}`,
  );
  return { count: rows[0]?.count ?? 0, people: rows.map(({ id, name }) => ({ id, name })) };
}

const RUNS = {
  columns: {
    id: automationRuns.id,
    ruleName: automationRules.name,
    person: jsonObject({
      id: profiles.id,
      name: nameOrEmail({ name: profiles.fullName, email: profiles.email }),
    } satisfies SelectionOf<RuleRun['person']>),
    isDone: automationRuns.isDone,
    detail: automationRuns.detail,
    taskId: automationRuns.taskId,
    at: automationRuns.createdAt,
  },
  from: sql`${automationRuns}
    join ${automationRules} on ${automationRules.id} = ${automationRuns.ruleId}
    join ${profiles} on ${profiles.id} = ${automationRuns.personId}`,
  id: automationRuns.id,
  sorts: { newest: { by: automationRuns.createdAt, type: 'timestamptz' } },
} satisfies Listing<'newest'>;

/** What the rules did, newest first. */
export function listRuns(
  pool: Pool,
  after: string | undefined,
): Promise<ListPage<z.input<typeof ruleRunSchema>>> {
  return listPage(pool, RUNS, { where: [], sort: '-newest', after });
}
