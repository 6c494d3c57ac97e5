import { asc, desc, eq, sql } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { verificationStateOf } from '#src/features/agency/performers/server/verification-state.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { complaintReference } from '#src/features/trust/complaints/complaints.rules.ts';
import {
  complaintEvents,
  type complaints,
} from '#src/features/trust/complaints/server/complaints.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Facts } from '../escalations.schema.ts';

type StoredComplaint = typeof complaints.$inferSelect;

const iso = (at: Date) => at.toISOString();

/** Everything that is known now and that a report to the authority can hold. */
export async function collectFacts(
  tx: Db,
  publicUrl: string,
  complaint: StoredComplaint,
): Promise<Facts> {
  const { id, postId, influencerId } = complaint;
  const events = await tx
    .select()
    .from(complaintEvents)
    .where(eq(complaintEvents.complaintId, id))
    .orderBy(asc(complaintEvents.createdAt), asc(complaintEvents.id));
  return {
    incident: {
      complaint: complaintReference(id),
      reportedAt: iso(complaint.createdAt),
      address: complaint.address,
      explanation: complaint.explanation,
      reporter: { name: complaint.name, email: complaint.email },
    },
    post: postId ? await findPost(tx, publicUrl, postId) : null,
    account: influencerId ? await findAccount(tx, influencerId) : null,
    people: await listPeople(tx, { postId, influencerId }),
    history: events.map(({ event, text, createdAt }) => ({ event, text, at: iso(createdAt) })),
  };
}

async function findPost(tx: Db, publicUrl: string, id: string): Promise<Facts['post']> {
  const [post] = await tx.select().from(contentPosts).where(eq(contentPosts.id, id));
  if (!post) return null;
  return {
    id,
    address: `${publicUrl}/subscriptions/${post.influencerId}?post=${id}`,
    caption: post.caption,
    createdAt: iso(post.createdAt),
    publishedAt: post.lastPublishedAt && iso(post.lastPublishedAt),
  };
}

/** The account that published the post, with where and with which browsers it signed in. */
async function findAccount(tx: Db, id: string): Promise<Facts['account']> {
  const [account] = await tx
    .select({ user: users, profile: profiles })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  if (!account) return null;
  const devices = await tx
    .select()
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(desc(sessions.updatedAt));
  const { user, profile } = account;
  return {
    id,
    name: profile.fullName,
    email: user.email,
    phone: profile.phone,
    dateOfBirth: profile.dateOfBirth,
    createdAt: iso(user.createdAt),
    devices: devices.map(({ country, userAgent, createdAt, updatedAt }) => ({
      country,
      userAgent,
      signedInAt: iso(createdAt),
      lastUsedAt: iso(updatedAt),
    })),
  };
}

type Subject = Pick<StoredComplaint, 'postId' | 'influencerId'>;

/** Everybody in the post, the influencer included. */
async function listPeople(tx: Db, { postId, influencerId }: Subject): Promise<Facts['people']> {
  const found = await tx
    .select({ performer: performers, identity: verificationStateOf(performers.id) })
    .from(performers)
    .where(
      sql`(${performers.kind} = 'influencer' and ${performers.influencerId} = ${influencerId}::uuid)
        or ${performers.id} in (select ${postPeople.performerId} from ${postPeople}
          where ${postPeople.postId} = ${postId}::uuid)`,
    )
    .orderBy(asc(performers.legalSurname), asc(performers.id));
  return found.map(({ performer, identity }) => ({
    legalName: `${performer.legalGivenNames} ${performer.legalSurname}`,
    knownAs: performer.fullName,
    dateOfBirth: performer.dateOfBirth,
    country: performer.country,
    identity,
  }));
}
