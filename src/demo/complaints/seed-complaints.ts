import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import {
  appealTimes,
  appellantOf,
  deadlineOf,
} from '#src/features/trust/complaints/complaints.rules.ts';
import type { ComplaintKind, Outcome } from '#src/features/trust/complaints/complaints.schema.ts';
import { complaintAppeals } from '#src/features/trust/complaints/server/appeals.table.ts';
import {
  complaintEvents,
  complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import { hidePostOf } from '#src/features/trust/complaints/server/post-hiding.ts';
import { accountDecisions } from '#src/features/trust/strikes/server/strikes.table.ts';

const HOUR = 60 * 60_000;

type Sample = {
  kind: ComplaintKind;
  /** Whose oldest post it is about. */
  influencer: number;
  hoursAgo: number;
  name: string | null;
  explanation: string;
  work?: string;
  question?: string;
  isHidden?: boolean;
  decision?: DemoDecision;
  /** Of the party that the decision is against. */
  appeal?: { hoursLater: number; text: string; decision?: DemoDecision };
};

type DemoDecision = { hoursLater: number; outcome: Outcome; policy: string; text: string };

const SAMPLES: Sample[] = [
  {
    kind: 'copyright',
    influencer: 7,
    hoursAgo: 2_600,
    name: 'Corin Ashdown',
    explanation: 'The song in the video is mine, and nobody asked me.',
    work: 'The song “Low Tide”, published in 2022',
    decision: {
      hoursLater: 70,
      outcome: 'removed',
      policy: 'copyright',
      text: 'The song plays for most of the video, and there is no licence.',
    },
  },
  {
    kind: 'privacy',
    influencer: 7,
    hoursAgo: 1_400,
    name: 'Leopold Marsh',
    explanation: 'The number plate of my car can be read in the third picture.',
    decision: {
      hoursLater: 30,
      outcome: 'removed',
      policy: 'privacy',
      text: 'A number plate leads to a person who did not agree.',
    },
  },
  {
    kind: 'copyright',
    influencer: 1,
    hoursAgo: 30,
    name: 'Ines Calloway',
    explanation: 'The second picture is mine. It was published on my own site two years ago.',
    work: 'The picture “Curtain, no. 4”, published on my site in 2024',
  },
  {
    kind: 'non_consensual',
    influencer: 2,
    hoursAgo: 60,
    name: 'Rowan Tidewell',
    explanation: 'I’m the person on the left, and I never agreed to this being published.',
    isHidden: true,
  },
  {
    kind: 'minor',
    influencer: 3,
    hoursAgo: 3,
    name: null,
    explanation: 'The person in the background looks very young to me. Please check.',
    isHidden: true,
  },
  {
    kind: 'privacy',
    influencer: 4,
    hoursAgo: 50,
    name: 'Leopold Marsh',
    explanation: 'Something in one of these pictures shows where I live.',
    question: 'Which of the pictures is it, and where in it?',
  },
  {
    kind: 'impersonation',
    influencer: 5,
    hoursAgo: 400,
    name: 'Thea Winterbourne',
    explanation: 'This account uses my stage name. I have used it since 2019.',
    decision: {
      hoursLater: 40,
      outcome: 'no_action',
      policy: 'no_violation',
      text: 'The name belongs to both of you, and the page doesn’t pretend to be yours.',
    },
    appeal: {
      hoursLater: 90,
      text: 'Visitors of my shows have written to me because they took this page for mine.',
      decision: {
        hoursLater: 160,
        outcome: 'no_action',
        policy: 'no_violation',
        text: 'The page has another face, another town and another name in its address. It can’t be mistaken for yours.',
      },
    },
  },
  {
    kind: 'copyright',
    influencer: 7,
    hoursAgo: 220,
    name: 'Maren Holloway',
    explanation: 'The mural behind her is my work. I never allowed it to be photographed.',
    work: 'The mural “Tidal”, painted in 2023',
    decision: {
      hoursLater: 60,
      outcome: 'removed',
      policy: 'copyright',
      text: 'A large part of each picture shows the mural.',
    },
    appeal: {
      hoursLater: 190,
      text: 'The mural is in a public street, and I have the written permission of the owner of the house.',
    },
  },
  {
    kind: 'withdrawal',
    influencer: 6,
    hoursAgo: 700,
    name: 'Sabine Orrell',
    explanation: 'I took part in this shoot and no longer want to be shown.',
    decision: {
      hoursLater: 300,
      outcome: 'removed',
      policy: 'consent',
      text: 'A person who is shown no longer agrees. Everyone shown has to agree.',
    },
  },
];

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

async function seedComplaint(seed: Seed, sample: Sample) {
  const { db, now, staffId, influencers } = seed;
  const { kind, name, explanation, work, question, isHidden, decision, appeal } = sample;
  const email = name && `${name.toLowerCase().replace(' ', '.')}@example.test`;
  const { id: influencerId, fullName } = influencers[sample.influencer]!;
  const post = await findOldestPost(db, influencerId);
  const createdAt = new Date(now.getTime() - sample.hoursAgo * HOUR);
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
    label: `Post of ${fullName}: ${post?.caption.slice(0, 80) ?? ''}`,
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
