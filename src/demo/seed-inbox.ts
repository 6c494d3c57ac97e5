import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { replyTemplates } from '#src/features/backoffice/inbox/server/reply-templates.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { deadlineOf } from '#src/features/trust/complaints/complaints.rules.ts';
import {
  complaintEvents,
  complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import type { MessageTopic } from '#src/features/work/contact/contact.schema.ts';
import { answerHours } from '#src/features/work/contact/conversation.rules.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { FAN_SIGNATURES } from './sample-texts.ts';
import type { Seed } from './seed-context.ts';

const HOUR = 60 * 60 * 1000;

type Sample = {
  sender: 'visitor' | 'fan' | 'influencer';
  topic: MessageTopic;
  message: string;
  hoursAgo: number;
  state?: 'answered' | 'archived';
  reply?: string;
  answer?: string;
  isUndelivered?: boolean;
  isHandedOver?: boolean;
};

const SAMPLES: Sample[] = [
  {
    sender: 'fan',
    topic: 'Payments and subscriptions',
    message: 'My card was renewed last week. Can I see the receipt somewhere?',
    hoursAgo: 7,
  },
  {
    sender: 'visitor',
    topic: 'Copyright (DMCA)',
    message: 'The second picture on a public page is my work. My name is on the original.',
    hoursAgo: 21,
  },
  {
    sender: 'visitor',
    topic: 'Report content',
    message: 'A profile picture shows a place name that should not be public.',
    hoursAgo: 27,
  },
  {
    sender: 'influencer',
    topic: 'My payouts',
    message: 'Could you send my next payout to the new account? I left the details by phone.',
    hoursAgo: 30,
  },
  {
    sender: 'fan',
    topic: 'My account',
    message: 'I changed my phone and my authenticator app is gone. How do I sign in?',
    hoursAgo: 80,
    reply: 'Hello, use one of your recovery codes instead of the code of the app.',
    answer: 'That worked for one. Where do I find new ones?',
  },
  {
    sender: 'visitor',
    topic: 'Report content',
    message: 'A public page uses the name of my theatre, and visitors ask us about it.',
    hoursAgo: 52,
    state: 'answered',
    isHandedOver: true,
  },
  {
    sender: 'visitor',
    topic: 'Press and business',
    message: 'We write about subscription platforms. Who can answer five questions by Friday?',
    hoursAgo: 96,
    state: 'answered',
    reply: 'Thank you for writing. Send us the questions, and we answer them by Thursday.',
  },
  {
    sender: 'fan',
    topic: 'Privacy request',
    message: 'Which data do you store about me?',
    hoursAgo: 130,
    state: 'answered',
    reply: 'You can download everything under My Account with Download My Data.',
    isUndelivered: true,
  },
  {
    sender: 'visitor',
    topic: 'Something else',
    message: 'Buy ten thousand followers today!!!',
    hoursAgo: 200,
    state: 'archived',
  },
];

const TEMPLATES = [
  {
    title: 'Find a receipt',
    text: 'Hello {name},\n\nyou find all receipts under My Subscriptions, with Payment history.\n\nVelvet Rope',
  },
  {
    title: 'Report received',
    text: 'Hello {name},\n\nthank you for your report ({topic}). We look at it within 24 hours and write to you again.\n\nVelvet Rope',
  },
  {
    title: 'New recovery codes',
    text: 'Hello {name},\n\nsign in with one of your recovery codes, then create new ones under My Account.\n\nVelvet Rope',
  },
];

async function senderOf({ db, fans, influencers }: Seed, sample: Sample, index: number) {
  if (sample.sender === 'influencer') {
    const { id, fullName, email } = influencers[index % influencers.length]!;
    return { name: fullName, email, influencerId: id };
  }
  if (sample.sender === 'visitor') {
    return { name: 'Sable Winterbourne', email: `sable.${index}@visitor.test` };
  }
  const [fan] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, fans[index % fans.length]!.id));
  return { name: fan!.name || FAN_SIGNATURES[index % FAN_SIGNATURES.length]!, email: fan!.email };
}

/** Inserts messages in every state with their replies, and reply templates. */
export async function seedInbox(seed: Seed): Promise<void> {
  const { db, now, staffId } = seed;
  await db.insert(replyTemplates).values(TEMPLATES);
  for (const [index, sample] of SAMPLES.entries()) {
    const { topic, message, hoursAgo, state, reply, answer } = sample;
    const sender = await senderOf(seed, sample, index);
    const at = (hoursLater: number) => new Date(now.getTime() - (hoursAgo - hoursLater) * HOUR);
    const lastReceivedAt = at(answer ? 40 : 0);
    const id = randomUUID();
    await db.insert(contactMessages).values({
      ...sender,
      id,
      topic,
      message,
      fingerprint: `demo-${index}`,
      createdAt: at(0),
      lastReceivedAt,
      dueAt: new Date(lastReceivedAt.getTime() + answerHours(topic) * HOUR),
      complaintId: sample.isHandedOver
        ? await addComplaint(seed, { ...sender, message, receivedAt: at(0), handedOverAt: at(5) })
        : null,
      ...(state && { answeredAt: at(5), answeredBy: staffId }),
      ...(state === 'archived' && { archivedAt: at(5), archivedBy: staffId }),
    });
    if (reply) {
      const delivery = sample.isUndelivered
        ? { failedAt: at(6), failure: 'refused' as const }
        : { sentAt: at(5) };
      await db.insert(contactReplies).values({
        messageId: id,
        author: staffId,
        text: reply,
        createdAt: at(5),
        attemptedAt: at(5),
        ...delivery,
      });
    }
    if (answer) {
      await db.insert(contactReplies).values({
        messageId: id,
        isReceived: true,
        text: answer,
        quoted: `> ${reply}`,
        fromEmail: sender.email,
        mailId: `<${id}@mail.test>`,
        createdAt: lastReceivedAt,
      });
    }
  }
}

type HandedOver = {
  name: string;
  email: string;
  message: string;
  receivedAt: Date;
  handedOverAt: Date;
};

/** The complaint that a message became. */
async function addComplaint({ db, staffId, influencers }: Seed, message: HandedOver) {
  const { name, email, receivedAt } = message;
  const { id: influencerId, fullName } = influencers[8]!;
  const [complaint] = await db
    .insert(complaints)
    .values({
      kind: 'impersonation',
      source: 'message',
      address: `The page of ${fullName}`,
      explanation: message.message,
      name,
      email,
      influencerId,
      label: `Page of ${fullName}`,
      fingerprint: 'demo-handed-over',
      createdAt: receivedAt,
      dueAt: deadlineOf('impersonation', receivedAt),
    })
    .returning({ id: complaints.id });
  await db.insert(complaintEvents).values({
    complaintId: complaint!.id,
    event: 'received',
    actorId: staffId,
    createdAt: message.handedOverAt,
  });
  return complaint!.id;
}
