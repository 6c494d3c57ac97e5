import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  appealTimes,
  appellantOf,
  deadlineOf,
  labelOfPost,
} from '#src/features/trust/complaints/complaints.rules.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import {
  complaintEvents,
  complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import { hidePostOf } from '#src/features/trust/complaints/server/post-hiding.ts';
import { accountDecisions } from '#src/features/trust/strikes/server/strikes.table.ts';
import { SAMPLES, type Sample } from './complaint-samples.ts';

const HOUR = 60 * 60_000;

/** Seeds complaints in every state, about posts of several influencers. */
export async function seedComplaints(seed: Seed): Promise<void> {
  for (const sample of SAMPLES) await seedComplaint(seed, sample);
  const { db, adminId, influencers, daysAgo } = seed;
  // Between the second strike and the third, after which somebody has to decide again.
  await db.insert(accountDecisions).values({
    influencerId: influencers[7]!.id,
    outcome: 'warned',
    text: 'We spoke on the phone. She asks us before she uses the work of others.',
    strikes: 2,
    decidedBy: adminId,
    createdAt: daysAgo(50),
  });
}

async function findOldestPost(db: Seed['db'], influencerId: string) {
  const [post] = await db
    .select({ id: contentPosts.id, caption: contentPosts.caption })
    .from(contentPosts)
    .where(and(eq(contentPosts.influencerId, influencerId), isNotNull(contentPosts.publishedAt)))
    .orderBy(asc(contentPosts.publishedAt))
    .limit(1);
  return post;
}

/** Days of the last month are in UTC, like those of its report. */
function reportedAt(now: Date, { hoursAgo }: Sample): Date {
  return typeof hoursAgo === 'number'
    ? new Date(now.getTime() - hoursAgo * HOUR)
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, hoursAgo.lastMonth, 14));
}

async function seedComplaint(seed: Seed, sample: Sample) {
  const { db, now, staffId, influencers } = seed;
  const { kind, name, explanation, work, question, isHidden, decision, appeal } = sample;
  const email = name && `${name.toLowerCase().replace(' ', '.')}@example.test`;
  const { id: influencerId, fullName } = influencers[sample.influencer]!;
  const post = await findOldestPost(db, influencerId);
  const createdAt = reportedAt(now, sample);
  const later = (hours: number) => new Date(createdAt.getTime() + hours * HOUR);
  const id = randomUUID();
  const postId = post?.id ?? null;
  await db.insert(complaints).values({
    id,
    kind,
    address: `/subscriptions/${influencerId}?post=${postId}`,
    explanation,
    name,
    email,
    work: work ?? null,
    signature: kind === 'copyright' || kind === 'non_consensual' ? name : null,
    postId,
    influencerId,
    label: labelOfPost(fullName, post?.caption ?? ''),
    fingerprint: `demo-${id}`,
    createdAt,
    dueAt: deadlineOf(kind, createdAt),
    pausedAt: question ? later(5) : null,
    ...(decision && {
      decidedAt: later(decision.hoursLater),
      decidedBy: staffId,
      outcome: decision.outcome,
      policy: decision.policy,
      decisionText: decision.text,
    }),
    appealDueAt:
      appeal && decision && !appeal.decision
        ? timesOf(sample, later(appeal.hoursLater)).dueAt
        : null,
  });
  if (isHidden || decision?.outcome === 'removed') await hidePostOf(db, { id, postId });
  await seedAppeal(seed, sample, { id, later });
  const values = eventsOf(sample, seed).map(({ hoursLater, ...event }) => ({
    ...event,
    complaintId: id,
    createdAt: later(hoursLater),
  }));
  await db.insert(complaintEvents).values(values);
}

type Seeded = { id: string; later: (hours: number) => Date };

function timesOf({ kind, decision }: Sample, appealedAt: Date) {
  return appealTimes(appealedAt, { kind, party: appellantOf(decision!.outcome) });
}

const COUNTER_NOTICE = {
  signedName: 'Thessaly Brookmire',
  postalAddress: '12 Example Street, Carson City, NV 89701',
  phone: '+1 775 555 0142',
};

async function seedAppeal(
  { db, staffId, adminId }: Seed,
  sample: Sample,
  { id: complaintId, later }: Seeded,
): Promise<void> {
  const { appeal, decision } = sample;
  if (!appeal || !decision) return;
  const answer = appeal.decision;
  const { restorableFrom } = timesOf(sample, later(appeal.hoursLater));
  await db.insert(complaintAppeals).values({
    complaintId,
    party: appellantOf(decision.outcome),
    text: appeal.text,
    createdAt: later(appeal.hoursLater),
    ...(restorableFrom && { ...COUNTER_NOTICE, restorableFrom }),
    ...(answer && {
      decidedAt: later(answer.hoursLater),
      decidedBy: adminId,
      firstDecidedBy: staffId,
      outcome: answer.outcome,
      policy: answer.policy,
      decisionText: answer.text,
    }),
  });
}

type DemoEvent = Pick<typeof complaintEvents.$inferInsert, 'event' | 'text' | 'actorId'> & {
  hoursLater: number;
};

function eventsOf(sample: Sample, { staffId: actorId, adminId }: Seed): DemoEvent[] {
  const { kind, isHidden, question, decision, appeal } = sample;
  const events: DemoEvent[] = [{ event: 'received', hoursLater: 0 }];
  if (isHidden) {
    events.push(
      kind === 'minor'
        ? { event: 'hidden', hoursLater: 0 }
        : { event: 'hidden', actorId, hoursLater: 2 },
    );
  }
  if (question) events.push({ event: 'question', text: question, actorId, hoursLater: 5 });
  if (decision) {
    const { text, hoursLater } = decision;
    events.push({ event: 'decided', text, actorId, hoursLater });
  }
  if (appeal) {
    const { text, hoursLater } = appeal;
    events.push({ event: 'appealed', text, hoursLater });
  }
  if (appeal?.decision) {
    const { text, hoursLater } = appeal.decision;
    events.push({ event: 'appeal_decided', text, actorId: adminId, hoursLater });
  }
  return events;
}
