import { and, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { postContents } from '#src/features/content/posts/server/post-contents.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { NO_VIOLATION_POLICY } from '#src/features/trust/policies/policies.schema.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { complaintReference, HIDING_WAIT_MINUTES } from '../../complaints.rules.ts';
import { recordComplaintEvent } from '../complaint-events.ts';
import { complaintVisibleTo } from '../complaint-list.ts';
import { mailStatementOfReasons } from '../complaint-mails.ts';
import { complaints } from '../complaints.table.ts';
import { hidePostOf } from '../post-hiding.ts';
import { countHiding } from './hiding-limits.ts';

const waitingSchema = z.object({ complaintId: z.uuid() });

/** Queue of the posts that are hidden unless somebody decides first. */
export const HIDING_QUEUE: Queue<typeof waitingSchema> = {
  name: 'hide-reported-post',
  data: waitingSchema,
  retries: { limit: 12, delay: 5, delayMax: 60 },
};

type Stored = typeof complaints.$inferSelect;
export type AutomaticHiding = TeamMailer & { jobs: Pick<Jobs, 'enqueue'> };

/**
 * Hides the post of a new report: at once within the limits of its reporter, network and influencer, else
 * some minutes later unless somebody decides. A post that the team has cleared stays.
 * @param network of the reporter; null if a member of the team entered the report
 */
export async function hideAutomatically(
  tx: Db,
  services: AutomaticHiding,
  stored: Stored,
  network: string | null,
): Promise<void> {
  if (!stored.postId || (await wasCleared(tx, stored))) return;
  if (network === null || (await mayHideAtOnce(tx, stored, network))) {
    await hideNow(tx, services, stored);
  } else {
    await hideLater(tx, services, stored);
  }
}

/** Whether the team has decided, since the last change of the post, that it breaks no rule of this kind. */
async function wasCleared(tx: Db, { postId, kind }: Stored): Promise<boolean> {
  const [cleared] = await tx
    .select({ id: complaints.id })
    .from(complaints)
    .leftJoin(postContents, eq(postContents.postId, complaints.postId))
    .where(
      and(
        eq(complaints.postId, postId!),
        eq(complaints.kind, kind),
        eq(complaints.policy, NO_VIOLATION_POLICY),
        sql`${complaints.decidedAt} > coalesce(${postContents.waitsSince}, '-infinity')`,
      ),
    )
    .limit(1);
  return cleared !== undefined;
}

/** A post that is hidden already does not count. */
async function mayHideAtOnce(
  tx: Db,
  { postId, influencerId, email }: Stored,
  network: string,
): Promise<boolean> {
  const [visible] = await tx
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(eq(contentPosts.id, postId!), isNull(contentPosts.hiddenAt)));
  if (!visible || !influencerId) return true;
  return countHiding(tx, { influencerId, email, network });
}

async function hideNow(
  tx: Db,
  services: Pick<AutomaticHiding, 'mail' | 'config'>,
  stored: Stored,
): Promise<void> {
  if (!(await hidePostOf(tx, stored))) return;
  await recordComplaintEvent(tx, stored.id, { event: 'hidden' });
  const restriction = { occasion: 'hidden', isAutomatic: true } as const;
  await mailStatementOfReasons(tx, services, stored, restriction);
}

async function hideLater(
  tx: Db,
  { jobs, ...mailer }: AutomaticHiding,
  { id }: Stored,
): Promise<void> {
  await tx
    .update(complaints)
    .set({ hidesPostAt: sql`now() + ${`${HIDING_WAIT_MINUTES} minutes`}::interval` })
    .where(eq(complaints.id, id));
  const afterSeconds = HIDING_WAIT_MINUTES * 60;
  await jobs.enqueue(tx, HIDING_QUEUE, { complaintId: id }, { afterSeconds });
  if (await wasMailedJustNow(tx, id)) return;
  const subject = 'A report waits for your decision';
  await mailTeam(tx, mailer, {
    ids: [id],
    table: complaints,
    visibleTo: complaintVisibleTo,
    write: () => ({
      subject,
      heading: subject,
      paragraphs: [
        `Too many reports came from one place or about one influencer to hide each post at once. Decide within ${HIDING_WAIT_MINUTES} minutes, or the post is hidden automatically.`,
        'There may be more such reports.',
      ],
      facts: [{ label: 'Case number', value: complaintReference(id) }],
      action: {
        label: 'View the Complaints',
        url: `${mailer.config.publicUrl}/complaints?state=open`,
      },
    }),
  });
}

/** Whether another report brought the mail within the last minute: thousands must not flood a mailbox. */
async function wasMailedJustNow(tx: Db, id: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(
      and(
        ne(complaints.id, id),
        isNull(complaints.decidedAt),
        gt(complaints.hidesPostAt, sql`now() + ${`${HIDING_WAIT_MINUTES - 1} minutes`}::interval`),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Hides the post of a report whose time is over, unless somebody has decided. Repeating it changes nothing. */
export async function hideWaitingPost(
  { db, ...services }: { db: Db } & Pick<AutomaticHiding, 'mail' | 'config'>,
  { complaintId }: z.output<typeof waitingSchema>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .select()
      .from(complaints)
      .where(
        and(
          eq(complaints.id, complaintId),
          isNotNull(complaints.hidesPostAt),
          lte(complaints.hidesPostAt, sql`now()`),
          isNull(complaints.decidedAt),
        ),
      )
      .for('update');
    if (!stored?.postId) return;
    if (await wasCleared(tx, stored)) {
      await tx.update(complaints).set({ hidesPostAt: null }).where(eq(complaints.id, stored.id));
    } else {
      await hideNow(tx, services, stored);
    }
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: stored.influencerId,
    });
  });
}
