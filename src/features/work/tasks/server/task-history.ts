import { desc, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  jsonArray,
  jsonObject,
  prepareSelect,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { ChangesRequest } from '../task-review.schema.ts';
import type { submissionSchema, taskDecisionSchema, taskRoundSchema } from '../tasks.schema.ts';
import {
  taskDecisions as decisions,
  taskFileComments as comments,
  taskRoundFiles as files,
  taskRounds as rounds,
} from './task-history.table.ts';

type Round = z.input<typeof taskRoundSchema>;
type Decision = z.input<typeof taskDecisionSchema>;
type History = { rounds: Round[]; decisions: Decision[] };

const FILE = jsonObject({
  id: files.mediaId,
  fileName: files.fileName,
  comment: sql<string | null>`(select ${comments.comment} from ${comments}
    where ${comments.roundId} = ${files.roundId} and ${comments.mediaId} = ${files.mediaId})`,
} satisfies SelectionOf<Round['files'][number]>);

const ROUND = {
  taskId: rounds.taskId,
  number: rounds.number,
  at: rounds.submittedAt,
  notes: rounds.notes,
  method: rounds.method,
  customLink: rounds.customLink,
  url: rounds.url,
  aiUse: rounds.aiUse,
  files: sql<Round['files']>`(select ${jsonArray(FILE, sql`${files.position}`)} from ${files}
    where ${files.roundId} = ${rounds.id})`,
} satisfies SelectionOf<Round & { taskId: string }>;

const DECISION = {
  taskId: decisions.taskId,
  kind: decisions.kind,
  comment: decisions.comment,
  by: sql<string | null>`(select nullif(${profiles.fullName}, '') from ${profiles}
    where ${profiles.id} = ${decisions.decidedBy})`,
  at: decisions.decidedAt,
} satisfies SelectionOf<Decision & { taskId: string }>;

const taskIdsValue = sql`${sql.placeholder('taskIds')}::uuid[]`;

/** Lists the submissions of tasks and the decisions on them, by task. */
export function prepareTaskHistory(pool: Pool) {
  const findRounds = prepareSelect(
    pool,
    ROUND,
    (columns) => sql`
      select ${columns} from ${rounds} where ${rounds.taskId} = any(${taskIdsValue})
      order by ${rounds.number}`,
    'task_rounds',
  );
  const findDecisions = prepareSelect(
    pool,
    DECISION,
    (columns) => sql`
      select ${columns} from ${decisions} where ${decisions.taskId} = any(${taskIdsValue})
      order by ${decisions.taskVersion}`,
    'task_decisions',
  );
  return async (taskIds: string[]): Promise<(taskId: string) => History> => {
    if (taskIds.length === 0) return () => ({ rounds: [], decisions: [] });
    const [foundRounds, foundDecisions] = await Promise.all([
      findRounds({ taskIds }),
      findDecisions({ taskIds }),
    ]);
    const roundsOf = Map.groupBy(foundRounds, ({ taskId }) => taskId);
    const decisionsOf = Map.groupBy(foundDecisions, ({ taskId }) => taskId);
    return (taskId) => ({
      rounds: (roundsOf.get(taskId) ?? []).map(({ taskId: _, ...round }) => round),
      decisions: (decisionsOf.get(taskId) ?? []).map(({ taskId: _, ...decision }) => decision),
    });
  };
}

type Submission = Omit<z.output<typeof submissionSchema>, 'mediaIds'>;
type SubmittedFile = { id: string; fileName: string };

/** Adds a round to the history of a locked task. */
export async function addRound(
  tx: Db,
  taskId: string,
  submission: Submission,
  submitted: SubmittedFile[],
): Promise<void> {
  const number = sql`1 + (select count(*) from ${rounds} where ${rounds.taskId} = ${taskId})`;
  const [round] = await tx
    .insert(rounds)
    .values({ taskId, number, ...submission })
    .returning({ id: rounds.id });
  if (submitted.length === 0) return;
  await tx.insert(files).values(
    submitted.map(({ id: mediaId, fileName }, position) => ({
      roundId: round!.id,
      mediaId,
      fileName,
      position,
    })),
  );
}

/**
 * Adds the comments of a decision on files of the latest round.
 * @throws DomainError 'conflict' when a file is not in that round
 */
export async function addFileComments(
  tx: Db,
  decision: { id: string; taskId: string },
  commented: ChangesRequest['files'],
): Promise<void> {
  if (commented.length === 0) return;
  const latest = await tx
    .select({ roundId: rounds.id, mediaId: files.mediaId })
    .from(files)
    .innerJoin(rounds, eq(rounds.id, files.roundId))
    .where(
      eq(
        rounds.id,
        tx
          .select({ id: rounds.id })
          .from(rounds)
          .where(eq(rounds.taskId, decision.taskId))
          .orderBy(desc(rounds.number))
          .limit(1),
      ),
    );
  const roundOf = new Map(latest.map(({ mediaId, roundId }) => [mediaId, roundId]));
  const values = commented.flatMap(({ id: mediaId, comment }) => {
    const roundId = roundOf.get(mediaId);
    return roundId ? [{ decisionId: decision.id, roundId, mediaId, comment }] : [];
  });
  if (values.length < commented.length) {
    throw new DomainError('conflict', 'A file is not in the latest submission');
  }
  await tx.insert(comments).values(values);
}
