import type { Pool } from 'pg';
import type { z } from 'zod';
import { periodOf } from '#src/features/money/earnings/earnings.rules.ts';
import { sumSpan } from '#src/features/money/earnings/server/earnings-subscribers.ts';
import { listTasks } from '#src/features/work/tasks/server/task-list.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  RECENT_NOTES,
  OPEN_TASK_ROWS,
  type influencerDetailSchema,
} from '../influencer-records.schema.ts';
import { readAgreements } from './agreements.ts';
import { getInfluencerRecord } from './edit-influencer.ts';
import { readInfluencerFacts } from './influencer-facts.ts';
import { readNotes } from './notes.ts';

type Dependencies = { db: Db; pool: Pool };
type InfluencerDetail = z.input<typeof influencerDetailSchema>;

const OPEN_TASKS = { status: 'open', sort: 'due', search: undefined } as const;

/**
 * Everything on the page of an influencer. "This month" is the UTC month, as on the influencer's own
 * earnings screen.
 * @throws DomainError 'not-found', also outside the actor's limit
 */
export async function getInfluencer(
  { db, pool }: Dependencies,
  actor: Actor,
  id: string,
  now: Date,
): Promise<InfluencerDetail> {
  const record = await getInfluencerRecord(db, actor, id);
  const [facts, month, tasks, notes, agreements] = await Promise.all([
    readInfluencerFacts(pool, id),
    sumSpan(pool, id, periodOf('this-month', now, null)),
    listTasks(pool, actor, { ...OPEN_TASKS, assignedTo: id }),
    readNotes(pool, id),
    readAgreements(db, id),
  ]);
  const {
    planId,
    commissionPercent,
    plannedCommission,
    lastPostAt,
    scheduledCount,
    nextPostAt,
    ...rest
  } = facts;
  const { lifetimeCents, openCents, ...shown } = rest;
  return {
    ...record,
    ...shown,
    money: { monthCents: month.shareCents, lifetimeCents, openCents },
    growth: { gained: month.gained, lost: month.lost },
    plan:
      planId !== null && commissionPercent !== null
        ? { id: planId, commissionPercent, plannedCommission }
        : null,
    posts: { lastAt: lastPostAt, scheduledCount, nextAt: nextPostAt },
    openTasks: { rows: tasks.rows.slice(0, OPEN_TASK_ROWS), total: tasks.total },
    notes: { rows: notes.rows.slice(0, RECENT_NOTES), total: notes.total },
    agreements,
  };
}
