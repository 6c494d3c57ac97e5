import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { MediaPass } from '#src/features/content/media/server/media-pass.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { containsWords, prepareStatement } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { countUpToLimit, listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { STAGE_LABELS, stageOf } from '../tasks.rules.ts';
import {
  TASK_FILTERS,
  type ownTaskQuerySchema,
  type TaskCounts,
  type TaskFilter,
  type TaskQuery,
  type taskRowSchema,
  type taskSchema,
  type TaskSort,
} from '../tasks.schema.ts';
import type { prepareTaskFiles } from './submitted-files.ts';
import { ofActor } from './tasks.ts';

type TaskRow = z.input<typeof taskRowSchema>;
type Task = z.input<typeof taskSchema>;
type WholeRow = Omit<Task, 'files'>;

const FROM = sql`tasks t join profiles a on a.id = t.assigned_to`;

const ROW = sql`t.id, t.version, t.title, t.status, t.due_date as "dueDate",
  t.created_at as "createdAt", t.completed_at as "completedAt", t.closed_at as "closedAt",
  json_build_object(
    'id', a.id, 'fullName', coalesce(nullif(a.full_name, ''), 'Unknown')
  ) as assignee`;

const nameOf = (userId: SQL): SQL =>
  sql`(select nullif(p.full_name, '') from profiles p where p.id = ${userId})`;

const WHOLE = sql`${ROW}, t.description, ${nameOf(sql`t.assigned_by`)} as "assignedBy",
  ${nameOf(sql`t.closed_by`)} as "closedBy",
  case when t.submission_notes is not null or t.submission_method is not null then
    json_build_object(
      'notes', coalesce(t.submission_notes, ''), 'method', t.submission_method,
      'customLink', t.submission_custom_link, 'url', t.submission_url
    )
  end as submission`;

// As its index has it.
const DUE = sql`coalesce(t.due_date, 'infinity')`;

const SORTS: Listing<TaskSort>['sorts'] = {
  newest: { by: sql`t.created_at`, type: 'timestamptz' },
  due: { by: DUE, type: 'timestamptz' },
  title: { by: sql`lower(t.title)`, type: 'text' },
};

const LISTING: Listing<TaskSort> = { columns: ROW, from: FROM, id: sql`t.id`, sorts: SORTS };

const OPEN = sql`t.status in ('assigned', 'in_progress')`;

const IS: Record<TaskFilter, SQL> = {
  open: OPEN,
  overdue: sql`${OPEN} and ${DUE} < now()`,
  review: sql`t.status = 'completed' and t.closed_at is null`,
  assigned: sql`t.status = 'assigned'`,
  in_progress: sql`t.status = 'in_progress'`,
  closed: sql`t.status = 'completed' and t.closed_at is not null`,
  failed: sql`t.status = 'failed'`,
  rejected: sql`t.status = 'rejected'`,
  cancelled: sql`t.status = 'cancelled'`,
};

type Found = Pick<TaskQuery, 'search' | 'assignedTo'>;

const conditionsOf = (actor: Actor, { search, assignedTo }: Found, status?: TaskFilter) =>
  [
    ofActor(actor, sql`t.assigned_to`),
    containsWords(search, sql`t.title`),
    assignedTo && sql`t.assigned_to = ${assignedTo}::uuid`,
    status && IS[status],
  ].map((condition) => condition || undefined);

/** A page of the tasks that the office has given. */
export function listTasks(pool: Pool, actor: Actor, query: TaskQuery): Promise<ListPage<TaskRow>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query, query.status) });
}

/** How many there are for each filter, of those that words and assignee find. */
export async function countTasks(pool: Pool, actor: Actor, found: Found): Promise<TaskCounts> {
  const count = (status?: TaskFilter) =>
    countUpToLimit(pool, sql`tasks t`, conditionsOf(actor, found, status));
  const counts = await Promise.all([count(), ...TASK_FILTERS.map((status) => count(status))]);
  const names = ['all', ...TASK_FILTERS];
  return Object.fromEntries(names.map((name, at) => [name, counts[at]!])) as TaskCounts;
}

/** The tasks that the filter lets through, as a file. */
export function exportTasks(pool: Pool, actor: Actor, query: TaskQuery) {
  type Row = WholeRow & { email: string };
  const listing = { ...LISTING, columns: sql`${WHOLE}, a.email` };
  const where = conditionsOf(actor, query, query.status);
  return csvFile<Row>(
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
      Completed: ({ completedAt }) => completedAt,
      Closed: ({ closedAt }) => closedAt,
      'Closed By': ({ closedBy }) => closedBy,
      'Submission Method': ({ submission }) => submission && submission.method,
      'Submission Notes': ({ submission }) => submission && submission.notes,
      'Custom Link': ({ submission }) => submission && submission.customLink,
      'Additional URL': ({ submission }) => submission && submission.url,
    },
    listAll(pool, listing, { where, sort: query.sort }),
  );
}

type ListFiles = ReturnType<typeof prepareTaskFiles>;
type Dependencies = { pool: Pool; mediaPass: MediaPass; listFiles: ListFiles };

async function withFiles(listFiles: ListFiles, rows: WholeRow[]): Promise<Task[]> {
  const files = await listFiles(rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
}

/** A task for the office or its assignee. @throws DomainError 'not-found' */
export async function getTask(
  { pool, mediaPass, listFiles }: Dependencies,
  actor: Actor,
  id: string,
) {
  const rows = await prepareStatement<WholeRow>(
    pool,
    sql`select ${WHOLE} from ${FROM}
      where t.id = ${id}::uuid and ${ofActor(actor, sql`t.assigned_to`) ?? sql`true`}`,
  )({});
  const [task] = await withFiles(listFiles, rows);
  if (!task) throw new DomainError('not-found', 'Task not found');
  return { task, pass: mediaPass.issue(actor.sessionId) };
}

const IS_DONE = sql`(t.status in ('rejected', 'failed', 'cancelled') or t.closed_at is not null)`;
const OWN: Listing<'due' | 'finished'> = {
  columns: WHOLE,
  from: FROM,
  id: sql`t.id`,
  sorts: {
    due: SORTS.due,
    finished: {
      by: sql`coalesce(t.closed_at, t.completed_at, t.created_at)`,
      type: 'timestamptz',
    },
  },
};

/** An influencer's own tasks: the open ones by their date, or the finished ones, last first. */
export async function listOwnTasks(
  { pool, mediaPass, listFiles }: Dependencies,
  actor: Actor,
  { part, after }: z.output<typeof ownTaskQuerySchema>,
) {
  const { rows, total, next } = await listPage<WholeRow, 'due' | 'finished'>(pool, OWN, {
    sort: part === 'open' ? 'due' : '-finished',
    after,
    where: [ofActor(actor, sql`t.assigned_to`), part === 'open' ? sql`not ${IS_DONE}` : IS_DONE],
  });
  const tasks = await withFiles(listFiles, rows);
  return { tasks, total, next, pass: mediaPass.issue(actor.sessionId) };
}
