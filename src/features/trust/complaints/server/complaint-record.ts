import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail, nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  jsonObject,
  orNull,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { complaintReference } from '../complaints.rules.ts';
import { SHOWN_COPIES, type Complaint, type complaintSchema } from '../complaints.schema.ts';
import { counterNoticeOf, listAppeals } from './appeals.ts';
import { COMPLAINT_ROW, COMPLAINT_ROWS, complaintVisibleTo } from './complaint-list.ts';
import { complaintEvents, complaints } from './complaints.table.ts';

const nameOf = (userId: AnyPgColumn) =>
  sql<string | null>`(select ${nameOrEmail(users)}
  from ${users} where ${users.id} = ${userId})`;

const RECORD = {
  ...COMPLAINT_ROW,
  source: complaints.source,
  version: complaints.version,
  address: complaints.address,
  explanation: complaints.explanation,
  email: complaints.email,
  work: complaints.work,
  signature: complaints.signature,
  postId: complaints.postId,
  hidesPostAt: orNull(complaints.hidesPostAt),
  influencer: sql<Complaint['influencer']>`(select ${jsonObject({
    id: profiles.id,
    name: nameOrUnknown(profiles.fullName),
  } satisfies SelectionOf<NonNullable<Complaint['influencer']>>)}
    from ${profiles} where ${profiles.id} = ${complaints.influencerId})`,
  policy: complaints.policy,
  reason: complaints.policyTitle,
  decisionText: complaints.decisionText,
  decidedBy: nameOf(complaints.decidedBy),
  decidedById: complaints.decidedBy,
};

/** A complaint. @throws DomainError 'not-found' */
export async function getComplaint(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  id: string,
): Promise<z.input<typeof complaintSchema>> {
  const [found] = await selectRows(
    pool,
    RECORD,
    (columns) =>
      sql`select ${columns} from ${COMPLAINT_ROWS} where ${and(eq(complaints.id, id), complaintVisibleTo(actor))}`,
  );
  if (!found) throw new DomainError('not-found', 'Complaint not found');
  const events = await db
    .select({
      id: complaintEvents.id,
      event: complaintEvents.event,
      text: complaintEvents.text,
      actor: nameOf(complaintEvents.actorId),
      createdAt: complaintEvents.createdAt,
    })
    .from(complaintEvents)
    .where(eq(complaintEvents.complaintId, id))
    .orderBy(asc(complaintEvents.createdAt), asc(complaintEvents.id));
  const appeals = await listAppeals(db, id);
  const { decidedById, ...complaint } = found;
  return {
    ...complaint,
    reference: complaintReference(id),
    isOwnDecision: decidedById === actor.userId,
    copies: await findCopies(db, actor, complaint.postId),
    appeals: appeals.map((appeal) => ({
      id: appeal.id,
      party: appeal.party,
      text: appeal.text,
      createdAt: appeal.createdAt,
      counterNotice: counterNoticeOf(appeal),
      restorableFrom: appeal.restorableFrom,
      outcome: appeal.outcome,
      decisionText: appeal.decisionText,
    })),
    events,
  };
}

/** Enough to show that there are more. */
const MAXIMUM_COPIES = SHOWN_COPIES + 1;

/** Other posts in the actor's scope with one of the files of a post. */
function findCopies(db: Db, actor: Actor, postId: string | null): Promise<Complaint['copies']> {
  const ofPost = alias(contentMedia, 'of_post');
  return db
    .selectDistinctOn([contentPosts.id], {
      id: contentPosts.id,
      caption: sql<string>`left(${contentPosts.caption}, 80)`,
    })
    .from(ofPost)
    .innerJoin(contentMedia, eq(contentMedia.sha256, ofPost.sha256))
    .innerJoin(contentPosts, eq(contentPosts.id, contentMedia.postId))
    .where(
      and(
        eq(ofPost.postId, sql`${postId}::uuid`),
        ne(contentPosts.id, ofPost.postId),
        inScope(actor, contentPosts.influencerId),
      ),
    )
    .limit(MAXIMUM_COPIES);
}
