import { and, eq, inArray, isNull, not } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { announcedDecisions } from '#src/features/identity/two-people/server/two-people.table.ts';
import { findTwoPeopleObstacle } from '#src/features/identity/two-people/server/two-people.ts';
import {
  ANNOUNCED_HOURS,
  mayAnnounce,
  type Obstacle,
  type TwoPeopleRule,
} from '#src/features/identity/two-people/two-people.rules.ts';
import { formatUtcTime } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { findBegun } from './begun-records.ts';

type Announcing = { db: Db; mail: Pick<Mailer, 'queue'>; config: Pick<Config, 'publicUrl'> };
type Records = { rule: TwoPeopleRule; ids: string[] };

/** What a decision is called in the mail, for one and for several records, and where it is made. */
const DECISIONS: Record<TwoPeopleRule, { one: string; many: string; path: string }> = {
  correction: { one: 'a correction', many: 'corrections', path: '/corrections' },
  payout: { one: 'a payout', many: 'payouts', path: '/payouts' },
  'bank-details': { one: 'new bank details', many: 'new bank details', path: '/influencers' },
  'tax-details': { one: 'new tax details', many: 'new tax details', path: '/influencers' },
  identity: { one: 'a check of identity', many: 'checks of identity', path: '/performers' },
  appeal: { one: 'an appeal', many: 'appeals', path: '/complaints' },
  'second-factor-reset': {
    one: 'the reset of a second factor',
    many: 'resets of second factors',
    path: '/users',
  },
  'child-safety-officer': {
    one: 'the appointment of a child safety officer',
    many: 'the appointment of child safety officers',
    path: '/escalations',
  },
  'post-review': { one: 'a post', many: 'posts', path: '/reviews' },
};

/**
 * What keeps the actor from deciding about a record; null if nothing does.
 * @throws DomainError 'not-found' if nothing waits for a second person
 */
export async function findRecordObstacle(
  tx: Db,
  actor: Actor,
  rule: TwoPeopleRule,
  id: string,
): Promise<Obstacle | null> {
  const begun = await findBegun(tx, actor, rule, id);
  if (begun.length === 0) throw new DomainError('not-found', 'Nothing waits for a second person');
  for (const each of begun) {
    const obstacle = await findTwoPeopleObstacle(tx, actor, each);
    if (obstacle) return obstacle;
  }
  return null;
}

/**
 * Announces decisions to the whole team that only somebody who is not independent can make. They can be
 * made 24 hours later.
 * @throws DomainError 'forbidden' for limited staff, 'not-found', or 'not-allowed-in-state' where somebody
 *   else may decide, or nobody has to wait
 */
export async function announceDecisions(
  { db, ...mails }: Announcing,
  actor: Actor,
  { rule, ids }: Records,
): Promise<void> {
  if (actor.isLimited) {
    const message = 'Staff who are limited to influencers cannot announce decisions.';
    throw new DomainError('forbidden', message);
  }
  return db.transaction(async (tx) => {
    for (const id of ids) {
      if (!mayAnnounce(await findRecordObstacle(tx, actor, rule, id))) {
        throw new DomainError('not-allowed-in-state', 'This decision needs no announcement');
      }
    }
    const announcedAt = await readDatabaseTime(tx);
    await tx
      .insert(announcedDecisions)
      .values(ids.map((recordId) => ({ rule, recordId, announcedBy: actor.userId, announcedAt })))
      .onConflictDoUpdate({
        target: [announcedDecisions.rule, announcedDecisions.recordId],
        set: { announcedBy: actor.userId, announcedAt },
      });
    await mailAnnouncement(tx, mails, actor, { rule, ids, announcedAt });
  });
}

async function mailAnnouncement(
  tx: Db,
  { mail, config }: Omit<Announcing, 'db'>,
  { userId }: Actor,
  { rule, ids, announcedAt }: Records & { announcedAt: Date },
): Promise<void> {
  const team = await tx
    .select({ id: users.id, email: users.email, name: nameOrEmail<string>(users) })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(
      and(
        inArray(userRoles.role, ['admin', 'staff']),
        not(isSuspendedNow),
        isNull(users.invitedAt),
        not(users.mustChangePassword),
      ),
    );
  const { one, many, path } = DECISIONS[rule];
  const name = team.find(({ id }) => id === userId)?.name ?? 'A colleague';
  const subject = ids.length === 1 ? one : `${ids.length} ${many}`;
  const from = new Date(announcedAt.getTime() + ANNOUNCED_HOURS * 3_600_000);
  for (const { email } of team) {
    await mail.queue(tx, {
      to: email,
      subject: 'A decision without a second independent person',
      heading: 'A decision without a second independent person',
      paragraphs: [
        `${name} wants to decide about ${subject}. Two independent people are needed for that, and there is nobody else: one of the two accounts was set up by the other, or both by the same person.`,
        `From ${formatUtcDate(from)} at ${formatUtcTime(from)} UTC, the decision is possible. If anything looks wrong, decline it before then.`,
      ],
      action: { label: 'Have a Look', url: `${config.publicUrl}${path}` },
    });
  }
}
