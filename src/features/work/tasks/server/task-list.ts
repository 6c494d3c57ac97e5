import { and, eq, sql, type Column, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { isOwnedBy } from '#src/features/identity/colleagues/server/owners.ts';
import { hasTag, tagsOf } from '#src/features/identity/tags/server/tags.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  containsText,
  jsonArray,
  jsonObject,
  literal,
  type RowOf,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { STAGE_LABELS, stageOf } from '../tasks.rules.ts';
import {
  TASK_FILTERS,
  type ownedTaskRowSchema,
  type ownTaskQuerySchema,
  type TaskCounts,
  type TaskFilter,
  type TaskQuery,
  type taskRowSchema,
  type taskSchema,
  type TaskSort,
} from '../tasks.schema.ts';
import type { prepareTaskFiles } from './submitted-files.ts';
import { taskRounds } from './task-history.table.ts';
import type { prepareTaskHistory } from './task-history.ts';
import { tasks } from './tasks.table.ts';
import { ofActor } from './tasks.ts';

type TaskRow = z.input<typeof taskRowSchema>;
type Task = z.input<typeof taskSchema>;

const assignee = alias(profiles, 'assignee');
const named = alias(profiles, 'named');

const FROM = sql`${tasks} join ${profiles} ${assignee} on ${assignee.id} = ${tasks.assignedTo}`;

const ROW = {
  id: tasks.id,
  version: tasks.version,
  title: tasks.title,
  status: tasks.status,
  dueDate: tasks.dueDate,
  createdAt: tasks.createdAt,
  completedAt: tasks.completedAt,
  closedAt: tasks.closedAt,
  assignee: jsonObject({
    id: assignee.id,
    fullName: nameOrUnknown(assignee.fullName),
  } satisfies SelectionOf<TaskRow['assignee']>),
} satisfies SelectionOf<TaskRow>;

const nameOf = (userId: Column): SQL<string | null> =>
  sql`(select nullif(${named.fullName}, '') from ${profiles} ${named} where ${named.id} = ${userId})`;

const SUBMISSION = jsonObject({
  notes: sql<string>`coalesce(${tasks.submissionNotes}, '')`,
  method: tasks.submissionMethod,
  customLink: tasks.submissionCustomLink,
  url: tasks.submissionUrl,
  aiUse: sql<AiUse | null>`(select ${taskRounds.aiUse} from ${taskRounds}
    where ${taskRounds.taskId} = ${tasks.id} order by ${taskRounds.number} desc limit 1)`,
} satisfies SelectionOf<NonNullable<Task['submission']>>);

const items = sql`unnest(${tasks.checklist}) with ordinality as items (text, position)`;
const CHECKLIST = sql<Task['checklist']>`(select ${jsonArray(
  jsonObject({
    text: sql<string>`items.text`,
    isDone: sql<boolean>`items.text = any(${tasks.checkedItems})`,
  }),
  sql`items.position`,
)} from ${items})`;

const PROGRESS = jsonObject({
  done: sql<number>`cardinality(${tasks.checkedItems})`,
  total: sql<number>`cardinality(${tasks.checklist})`,
});

const TAGS = tagsOf('task', tasks.id);

const TASK_FIELDS = {
  ...ROW,
  checklist: CHECKLIST,
  description: tasks.description,
  assignedBy: nameOf(tasks.assignedBy),
  closedBy: nameOf(tasks.closedBy),
  submission: sql<Task['submission']>`
    case when ${tasks.submissionNotes} is not null or ${tasks.submissionMethod} is not null
      then ${SUBMISSION} end`,
};
type TaskFieldsRow = RowOf<typeof TASK_FIELDS>;

// Equal to the expression of the index.
const DUE = sql`coalesce(${tasks.dueDate}, 'infinity')`;

const SORTS: Listing<TaskSort>['sorts'] = {
  newest: { by: tasks.createdAt, type: 'timestamptz' },
  due: { by: DUE, type: 'timestamptz' },
  title: { by: sql`lower(${tasks.title})`, type: 'text' },
  submitted: { by: sql`coalesce(${tasks.completedAt}, 'infinity')`, type: 'timestamptz' },
};

const LISTING = {
  columns: { ...ROW, owner: colleagueOf(tasks.ownedBy), progress: PROGRESS, tags: TAGS },
  from: FROM,
  id: tasks.id,
  sorts: SORTS,
} satisfies Listing<TaskSort>;

const OPEN = sql`${tasks.status} in ('assigned', 'in_progress')`;

const FILTER_CONDITIONS: Record<TaskFilter, SQL> = {
  open: OPEN,
  overdue: sql`${OPEN} and ${DUE} < now()`,
  review: sql`${tasks.status} = 'completed' and ${tasks.closedAt} is null`,
  assigned: eq(tasks.status, literal('assigned')),
  in_progress: eq(tasks.status, literal('in_progress')),
  closed: sql`${tasks.status} = 'completed' and ${tasks.closedAt} is not null`,
  failed: eq(tasks.status, literal('failed')),
  rejected: eq(tasks.status, literal('rejected')),
  cancelled: eq(tasks.status, literal('cancelled')),
};

type CountFilter = Pick<TaskQuery, 'search' | 'assignedTo' | 'owner' | 'tag'>;

const conditionsOf = (
  actor: Actor,
  { search, assignedTo, owner, tag }: CountFilter,
  status?: TaskFilter,
) =>
  [
    ofActor(actor),
    containsText(search, tasks.title),
    assignedTo && eq(tasks.assignedTo, assignedTo),
    isOwnedBy(actor, tasks.ownedBy, owner),
    hasTag('task', tasks.id, tag),
    status && FILTER_CONDITIONS[status],
  ].map((condition) => condition || undefined);

/** Lists a page of tasks for the back office. */
export function listTasks(
  pool: Pool,
  actor: Actor,
  query: TaskQuery,
): Promise<ListPage<z.input<typeof ownedTaskRowSchema>>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query, query.status) });
}

/** Counts the tasks for each filter, within the search text, assignee, owner and tag. */
export async function countTasks(
  pool: Pool,
  actor: Actor,
  filter: CountFilter,
): Promise<TaskCounts> {
  const count = (status?: TaskFilter) =>
    countUpToLimit(pool, sql`${tasks}`, conditionsOf(actor, filter, status));
  const counts = await Promise.all([count(), ...TASK_FILTERS.map((status) => count(status))]);
  const names = ['all', ...TASK_FILTERS];
  return Object.fromEntries(names.map((name, at) => [name, counts[at]!])) as TaskCounts;
}

/** Exports the filtered or selected tasks as CSV. */
export function exportTasks(pool: Pool, actor: Actor, query: Exported<TaskQuery>) {
  const columns = {
    ...TASK_FIELDS,
    email: assignee.email,
    owner: colleagueOf(tasks.ownedBy),
    tags: TAGS,
  };
  const listing = { ...LISTING, columns };
  const where = conditionsOf(actor, query, query.status);
  return csvFile<RowOf<typeof columns>>(
    'tasks.csv',
    {
      Title: ({ title }) => title,
      Description: ({ description }) => description,
      Assignee: ({ assignee }) => assignee.fullName,
      Email: ({ email }) => email,
      Status: (row) => STAGE_LABELS[stageOf(row)],
      'Due Date': ({ dueDate }) => dueDate,
      Created: ({ createdAt }) => createdAt,
      'Assigned By': ({ assignedBy }) => assignedBy,
      Owner: ({ owner }) => owner && owner.name,
      Completed: ({ completedAt }) => completedAt,
      Closed: ({ closedAt }) => closedAt,
      'Closed By': ({ closedBy }) => closedBy,
      'Submission Method': ({ submission }) => submission && submission.method,
      'Submission Notes': ({ submission }) => submission && submission.notes,
      'Custom Link': ({ submission }) => submission && submission.customLink,
      'Additional URL': ({ submission }) => submission && submission.url,
      Tags: ({ tags }) => tags.join(', '),
      Checklist: ({ checklist }) =>
        checklist.map(({ text, isDone }) => `${isDone ? '✓' : '–'} ${text}`).join('\n'),
    },
    listAll(pool, listing, { where, sort: query.sort, ids: query.ids }),
  );
}

type ListFiles = ReturnType<typeof prepareTaskFiles>;
type ListHistory = ReturnType<typeof prepareTaskHistory>;
type Dependencies = {
  pool: Pool;
  mediaTokens: MediaTokens;
  listFiles: ListFiles;
  listHistory: ListHistory;
};

async function withDetails(
  { listFiles, listHistory }: Dependencies,
  rows: TaskFieldsRow[],
): Promise<Task[]> {
  const ids = rows.map(({ id }) => id);
  const [files, historyOf] = await Promise.all([listFiles(ids), listHistory(ids)]);
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [], ...historyOf(row.id) }));
}

/** Returns a task for the back office or its assignee. @throws DomainError 'not-found' */
export async function getTask(dependencies: Dependencies, actor: Actor, id: string) {
  const { pool, mediaTokens } = dependencies;
  const rows = await selectRows(
    pool,
    { ...TASK_FIELDS, owner: colleagueOf(tasks.ownedBy), tags: TAGS },
    (columns) => sql`select ${columns} from ${FROM} where ${and(eq(tasks.id, id), ofActor(actor))}`,
  );
  const [found] = rows;
  if (!found) throw new DomainError('not-found', 'Task not found');
  const { owner, tags, ...fields } = found;
  const isOwn = actor.role === 'influencer';
  const [task] = await withDetails(dependencies, [fields]);
  return {
    task: task!,
    mediaToken: mediaTokens.issue(actor.sessionId),
    owner: isOwn ? null : owner,
    tags: isOwn ? [] : tags,
  };
}

const IS_DONE = sql`(${tasks.status} in ('rejected', 'failed', 'cancelled') or ${tasks.closedAt} is not null)`;
const OWN = {
  columns: TASK_FIELDS,
  from: FROM,
  id: tasks.id,
  sorts: {
    due: SORTS.due,
    finished: {
      by: sql`coalesce(${tasks.closedAt}, ${tasks.completedAt}, ${tasks.createdAt})`,
      type: 'timestamptz',
    },
  },
} satisfies Listing<'due' | 'finished'>;

/** Lists an influencer's own tasks: open ones by due date, or finished ones, newest first. */
export async function listOwnTasks(
  dependencies: Dependencies,
  actor: Actor,
  { part, after }: z.output<typeof ownTaskQuerySchema>,
) {
  const { pool, mediaTokens } = dependencies;
  const { rows, total, next } = await listPage(pool, OWN, {
    sort: part === 'open' ? 'due' : '-finished',
    after,
    where: [ofActor(actor), part === 'open' ? sql`not ${IS_DONE}` : IS_DONE],
  });
  return {
    tasks: await withDetails(dependencies, rows),
    total,
    next,
    mediaToken: mediaTokens.issue(actor.sessionId),
  };
}
