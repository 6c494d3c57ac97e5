import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import {
  APPLICANT_CATEGORIES,
  APPLICATION_STATUSES,
  BRAND_PERSONALITIES,
} from '#src/features/agency/applications/applications.schema.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { influencerAgreements } from '#src/features/agency/influencers/server/agreements.table.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { taskDecisions, taskRounds } from '#src/features/work/tasks/server/task-history.table.ts';
import { taskNotifications } from '#src/features/work/tasks/server/task-notifications.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { stageOf } from '#src/features/work/tasks/tasks.rules.ts';
import { SUBMISSION_METHODS } from '#src/features/work/tasks/tasks.schema.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { FIRST_NAMES, LAST_NAMES } from './people.ts';
import { NOTES, REASONS_TO_JOIN, TASKS } from './sample-texts.ts';
import type { Seed } from './seed-context.ts';
import { seedJobs } from './seed-jobs.ts';

const DAY = 24 * 60 * 60 * 1000;
const APPLICATIONS = 18;
const TASKS_PER_INFLUENCER = 3;
const STATUSES = ['assigned', 'in_progress', 'completed', 'failed', 'cancelled'] as const;

/** Inserts applications, tasks and notes in every state, and agreements. */
export async function seedBackOffice(seed: Seed): Promise<void> {
  await seedApplications(seed);
  await seedTasks(seed);
  await seedNotes(seed);
  await seedAgreements(seed);
  await seedJobs(seed);
}

async function seedApplications(seed: Seed): Promise<void> {
  const { db, random, staffId, daysAgo } = seed;
  const rows = Array.from({ length: APPLICATIONS }, (_, index) => {
    const status = APPLICATION_STATUSES[index % 3]!;
    const first = random.pick(FIRST_NAMES);
    const last = random.pick(LAST_NAMES);
    const createdAt = status === 'pending' ? daysAgo(random.range(0, 3)) : daysAgo(4 + index * 3);
    return {
      id: randomUUID(),
      fullName: `${first} ${last}`,
      email: `${first}.${last}@applicant.test`.toLowerCase(),
      phone: `+1 555 02${10 + index}`,
      age: 21 + (index % 14),
      location: random.pick(['Tulsa, OK', 'Reno, NV', 'Tampa, FL', 'Fargo, ND']),
      instagramHandle: `${first}.${last}`.toLowerCase(),
      instagramFollowers: Math.round(random.range(10, 200) ** 2),
      contentCategory: random.pick(APPLICANT_CATEGORIES),
      brandPersonality: random.pick(BRAND_PERSONALITIES),
      whyJoin: random.pick(REASONS_TO_JOIN),
      fingerprint: `demo-${index}`,
      status,
      createdAt,
      ...(status !== 'pending' && {
        reviewedBy: staffId,
        reviewedAt: new Date(createdAt.getTime() + 20 * 60 * 60 * 1000),
        notes:
          status === 'accepted'
            ? 'Strong portfolio.'
            : 'Not the right moment; invited to try again.',
      }),
    };
  });
  await db.insert(influencerApplications).values(rows.map((row) => ({ ...row, ...UNREVIEWED })));
  for (const { id, status, reviewedBy, reviewedAt, notes } of rows) {
    if (!reviewedAt) continue;
    await runAudited(seed, `POST /api/applications/${id}/review`, () =>
      db
        .update(influencerApplications)
        .set({ status, reviewedBy, reviewedAt, notes })
        .where(eq(influencerApplications.id, id)),
    );
  }
}

const UNREVIEWED = { status: 'pending', reviewedBy: null, reviewedAt: null, notes: null } as const;

/** Runs a change as the demo's staff member, so that it appears in the audit trail. */
async function runAudited(
  { db, staffId }: Seed,
  operation: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const setAuditContext = (signature: string) =>
    db.execute(sql`select set_config('velvet_rope.signature', ${signature}, true)`);
  await setAuditContext(
    JSON.stringify({
      userId: staffId,
      email: 'staff@demo.test',
      role: 'staff',
      address: '203.0.113.7',
      requestId: randomUUID(),
      operation,
    }),
  );
  await run();
  await setAuditContext('');
}

async function seedTasks({ db, random, staffId, influencers, daysAgo }: Seed): Promise<void> {
  const rows = influencers.flatMap(({ id }, index) =>
    Array.from({ length: TASKS_PER_INFLUENCER }, (_, number) => {
      const status = STATUSES[(index * TASKS_PER_INFLUENCER + number) % STATUSES.length]!;
      const [title, description] = random.pick(TASKS);
      const createdAt = daysAgo(random.range(4, 40));
      // Some of the tasks in progress were sent back for changes.
      const finished =
        status === 'completed' ||
        status === 'failed' ||
        (status === 'in_progress' && index % 2 > 0);
      return {
        title,
        description,
        assignedTo: id,
        assignedBy: staffId,
        dueDate: daysAgo(random.range(-14, 6)),
        status,
        createdAt,
        ...(finished && {
          completedAt: new Date(createdAt.getTime() + 2 * DAY),
          submissionNotes: 'All files are in the shared folder.',
          submissionMethod: SUBMISSION_METHODS[1 + (number % 3)]!,
        }),
        // Some of the completed tasks are closed.
        ...(status === 'completed' &&
          index % 4 === 0 && { closedAt: daysAgo(random.range(0, 2)), closedBy: staffId }),
        ...(status === 'failed' && { closedAt: daysAgo(1), closedBy: staffId }),
      };
    }),
  );
  const assigned = await db.insert(tasks).values(rows).returning();
  await seedHistory(db, staffId, assigned);
  await db.insert(taskNotifications).values(
    assigned.map(({ id, assignedTo, createdAt }) => ({
      taskId: id,
      recipientId: assignedTo,
      createdAt,
      event: 'assigned' as const,
    })),
  );
}

const REASONS = {
  changes_requested: 'Lovely. Two of them are too dark, please brighten them.',
  failed: 'The set shows the wrong dress, and the date has passed.',
  cancelled: 'The brand has postponed its campaign.',
  closed: null,
};

/** Inserts the submissions of tasks and the decisions on them. */
async function seedHistory(
  db: Seed['db'],
  staffId: string,
  assigned: (typeof tasks.$inferSelect)[],
): Promise<void> {
  await db.insert(taskRounds).values(
    assigned.flatMap(({ id, completedAt, submissionNotes, submissionMethod }) =>
      completedAt
        ? [
            {
              taskId: id,
              number: 1,
              submittedAt: completedAt,
              notes: submissionNotes ?? '',
              method: submissionMethod,
            },
          ]
        : [],
    ),
  );
  await db.insert(taskDecisions).values(
    assigned.flatMap((task) => {
      const stage = stageOf(task);
      if (!(stage in REASONS)) return [];
      const kind = stage as keyof typeof REASONS;
      const decidedAt =
        task.closedAt ?? new Date((task.completedAt ?? task.createdAt).getTime() + DAY);
      return [
        {
          taskId: task.id,
          kind,
          comment: REASONS[kind],
          decidedAt,
          decidedBy: staffId,
          statusBefore: kind === 'cancelled' ? ('assigned' as const) : ('completed' as const),
          taskVersion: task.version,
        },
      ];
    }),
  );
}

async function seedNotes(seed: Seed): Promise<void> {
  const { db, random, staffId, influencers, daysAgo } = seed;
  const rows = influencers.slice(0, 10).map(({ id }) => ({
    personId: id,
    createdBy: staffId,
    note: random.pick(NOTES),
    createdAt: daysAgo(random.range(1, 60)),
  }));
  for (const row of rows) {
    await runAudited(seed, `POST /api/influencers/${row.personId}/notes`, () =>
      db.insert(personNotes).values(row),
    );
  }
}

async function seedAgreements({ db, staffId, influencers, daysAgo }: Seed): Promise<void> {
  const dayOf = (days: number) => formatUtcDay(daysAgo(days));
  await db.insert(influencerAgreements).values(
    influencers.flatMap(({ id }, index) => {
      const agreement = { influencerId: id, createdBy: staffId };
      const managed = {
        ...agreement,
        title: 'Management agreement',
        signedOn: dayOf(400 + index),
        endsOn: dayOf(400 + index - 730),
        location: 'Office, cabinet 2, folder of the influencer',
      };
      // The campaign of some of them has ended.
      if (index % 3 > 0) return managed;
      return [
        managed,
        {
          ...agreement,
          title: 'Summer campaign',
          signedOn: dayOf(170),
          endsOn: dayOf(80),
          location: 'https://files.example.com/agreements/summer-campaign',
        },
      ];
    }),
  );
}
