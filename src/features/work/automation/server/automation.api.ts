import type { Pool } from 'pg';
import { z } from 'zod';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newRuleSchema,
  rulePreviewSchema,
  ruleRunsQuerySchema,
  ruleRunsSchema,
  ruleSchema,
  type Rule,
} from '../automation.schema.ts';
import { addRule, changeRule, deleteRule, listRules, listRuns, previewRule } from './automation.ts';

const admin = as('admin');
const params = z.object({ id: z.uuid() });
const done = z.object({});
const person = { id: '8f14e45f-ceea-467a-9575-1f3f0e7a2c22', name: 'Mara Voss' };

const EXAMPLE: Rule = {
  id: '7b1d1f0e-2c9b-4b1f-8f60-0d5e3c9a7b22',
  name: 'Silence',
  trigger: 'no_post',
  days: 6,
  tag: 'Autumn',
  action: 'create_task',
  templateId: '4a7d1f0e-2c9b-4b1f-8f60-0d5e3c9a7b11',
  note: '',
  isActive: true,
  templateName: 'New post',
  runs: 12,
};

/** Rules that create tasks and notes by themselves, and their log. */
export function automationApi({ db, pool }: { db: Db; pool: Pool }) {
  return operations([
    admin.get(
      '/api/automation/rules',
      {
        id: 'listRules',
        summary: 'List the rules of the automation by name',
        output: z.object({ rules: z.array(ruleSchema) }),
        example: { rules: [EXAMPLE] },
      },
      async () => ({ rules: await listRules(db) }),
    ),
    admin.post(
      '/api/automation/rules',
      {
        id: 'addRule',
        summary: 'Add a rule; while it is active, it is checked every ten minutes',
        body: newRuleSchema,
        output: z.object({ id: z.uuid() }),
        errors: ['conflict'],
        example: { id: EXAMPLE.id },
      },
      ({ actor, body }) => addRule(db, actor, body),
    ),
    admin.put(
      '/api/automation/rules/{id}',
      {
        id: 'changeRule',
        summary: 'Change, activate or pause a rule',
        params,
        body: newRuleSchema,
        output: done,
        errors: ['not-found', 'conflict'],
        example: {},
      },
      async ({ params: { id }, body }) => {
        await changeRule(db, { ...body, id });
        return {};
      },
    ),
    admin.delete(
      '/api/automation/rules/{id}',
      {
        id: 'deleteRule',
        summary: 'Delete a rule and its log; what it did stays',
        params,
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ params: { id } }) => {
        await deleteRule(db, id);
        return {};
      },
    ),
    admin.post(
      '/api/automation/preview',
      {
        id: 'previewRule',
        summary: 'List for whom a rule would act if it were activated now; changes nothing',
        body: newRuleSchema,
        output: rulePreviewSchema,
        example: { count: 1, people: [person] },
      },
      async ({ body }) => previewRule(pool, body, await readDatabaseTime(db)),
    ),
    admin.get(
      '/api/automation/runs',
      {
        id: 'listRuleRuns',
        summary: 'List what the rules did, newest first',
        query: ruleRunsQuerySchema,
        output: ruleRunsSchema,
        example: {
          rows: [
            {
              id: '9c1d1f0e-2c9b-4b1f-8f60-0d5e3c9a7b33',
              ruleName: 'Silence',
              person,
              isDone: true,
              detail: 'A new post',
              taskId: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
              at: '2026-11-20T18:30:00.000Z',
            },
          ],
          total: 1,
          previous: null,
          next: null,
        },
      },
      ({ query }) => listRuns(pool, query.after),
    ),
  ]);
}
