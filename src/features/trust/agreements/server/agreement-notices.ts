import { sql } from 'drizzle-orm';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import type { AGREEMENT_NOTICES } from '../agreements.schema.ts';
import { agreementNotices } from './agreement-notices.table.ts';
import { agreementVersions, signedAgreements } from './agreements.table.ts';

/** How many days before the last day of an earlier signature its influencer is reminded. */
const REMINDER_DAYS = 7;
/** Influencers per transaction. */
const BATCH = 500;

type Notice = (typeof AGREEMENT_NOTICES)[number];
/** An influencer who has to sign; `signBy` is the last day of their earlier signature, if there is one. */
type Claimed = { email: string; signBy: string | null; hasEnded: boolean };
type Dependencies = {
  db: Db;
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'requireAgreements'>;
};

/**
 * Mails the influencers who have to sign the current creator agreement and can: once for each version,
 * and once more before the last day of their earlier signature. Safe to repeat at any time.
 */
export async function mailAgreementNotices({ db, mail, config }: Dependencies): Promise<void> {
  for (const notice of ['new', 'reminder'] as const) {
    let count: number;
    do {
      count = await db.transaction(async (tx) => {
        const claimed = await claim(tx, notice);
        for (const each of claimed) await mail.queue(tx, createMail(each, notice, config));
        return claimed.length;
      });
    } while (count === BATCH);
  }
}

// The notice of a version that was published late says the day itself.
const isDue = (notice: Notice) =>
  notice === 'new'
    ? sql`true`
    : sql`ending.sign_by between today.day and today.day + ${REMINDER_DAYS}::int
        and exists (select from ${agreementNotices} earlier
          where earlier.influencer_id = signer.influencer_id and earlier.version_id = current.id
            and earlier.notice = 'new'
            and (earlier.mailed_at at time zone 'UTC')::date < ending.sign_by - ${REMINDER_DAYS}::int)`;

async function claim(tx: Db, notice: Notice): Promise<Claimed[]> {
  const { rows } = await tx.execute<Claimed>(sql`
    with today as (select (now() at time zone 'UTC')::date as day),
    current as (
      select id, number from ${agreementVersions}
      where kind = 'creator-agreement' and published_at is not null
      order by number desc limit 1
    ), due as (
      select signer.influencer_id, current.id as version_id, ${users.email} as email,
        ending.sign_by, ending.sign_by < today.day as has_ended
      from ${performers} signer
      join ${users} on ${users.id} = signer.influencer_id
      join ${userRoles} on ${userRoles.userId} = ${users.id} and ${userRoles.role} = 'influencer'
      join ${subscriptionPlans} on ${subscriptionPlans.influencerId} = signer.influencer_id
        and ${subscriptionPlans.isActive}
      cross join current cross join today
      cross join lateral (
        select coalesce(max(v.number), 0) as number, coalesce(bool_or(s.terminated_at is not null
          and not exists (select from ${signedAgreements} newer where newer.kind = s.kind
            and newer.performer_id = s.performer_id and newer.signed_at > s.signed_at)), false) as is_terminated
        from ${signedAgreements} s
        join ${agreementVersions} v on v.id = s.version_id
        where s.influencer_id = signer.influencer_id and s.kind = 'creator-agreement'
      ) latest
      cross join lateral (
        select min(later.sign_by) as sign_by from ${agreementVersions} later
        where later.kind = 'creator-agreement' and later.published_at is not null
          and latest.number > 0 and later.number > latest.number
      ) ending
      where signer.kind = 'influencer' and signer.archived_at is null
        and ${users.invitedAt} is null and not ${isSuspendedNow} and not latest.is_terminated
        and current.number > latest.number and (latest.number = 0 or ending.sign_by is not null)
        and ${isDue(notice)}
        and not exists (select from ${agreementNotices} mailed
          where mailed.influencer_id = signer.influencer_id and mailed.version_id = current.id
            and mailed.notice = ${notice})
      order by signer.influencer_id limit ${BATCH}
    ), claimed as (
      insert into ${agreementNotices} (influencer_id, version_id, notice)
      select influencer_id, version_id, ${notice} from due
      on conflict do nothing returning influencer_id
    )
    select email, sign_by::text as "signBy", coalesce(has_ended, false) as "hasEnded"
    from due join claimed using (influencer_id)`);
  return rows;
}

function createMail(
  { email, signBy, hasEnded }: Claimed,
  notice: Notice,
  { publicUrl, requireAgreements }: Dependencies['config'],
): Mail {
  const day = signBy && formatUtcDate(signBy);
  const subject =
    day === null
      ? 'Your creator agreement is ready to be signed'
      : hasEnded
        ? 'Sign the new version of your creator agreement'
        : `${notice === 'reminder' ? 'Reminder: sign' : 'Sign'} your creator agreement by ${day}`;
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [
      day === null
        ? 'Read it and sign it in your account. Then the agency signs, and you get the document by email.'
        : `There’s a new version of your creator agreement. Your earlier signature ${hasEnded ? 'counted' : 'counts'} until ${day}.`,
      ...(requireAgreements ? [consequenceOf(day, hasEnded)] : []),
    ],
    action: { label: 'Read and Sign', url: `${publicUrl}/my-agreement` },
  };
}

function consequenceOf(day: string | null, hasEnded: boolean): string {
  if (day === null) return 'Your posts can be published once both have signed.';
  return hasEnded
    ? 'Your posts are offline until both you and the agency have signed it.'
    : 'After that day, your posts are offline until both you and the agency have signed the new version.';
}
