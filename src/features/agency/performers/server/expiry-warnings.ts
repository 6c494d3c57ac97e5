import { sql } from 'drizzle-orm';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { expiryWarnings } from './expiry-warnings.table.ts';
import { performers } from './performers.table.ts';
import { expiresSoon, expiryOf } from './verification-state.ts';
import { performerVerifications } from './verification.table.ts';

const NAMES_IN_MAIL = 20;

/** Mails the team whose ID documents expire soon, once for each document. Safe to repeat at any time. */
export async function warnOfExpiry({ db, ...mailer }: TeamMailer & { db: Db }): Promise<void> {
  await db.transaction(async (tx) => {
    const expiring = await claim(tx);
    if (expiring.size === 0) return;
    await mailTeam(tx, mailer, {
      ids: [...expiring.keys()],
      table: performers,
      visibleTo: (reader) => inScope(reader, performers.influencerId),
      write: (ids) =>
        createMail(
          ids.map((id) => expiring.get(id)!),
          mailer.config.publicUrl,
        ),
    });
  });
}

type Expiring = { name: string; expires: string };

/** The performers whose document nobody has been warned of, the nearest last day first. */
async function claim(tx: Db): Promise<Map<string, Expiring>> {
  const { rows } = await tx.execute<Expiring & { id: string }>(sql`
      with expiring as (
        select newest.id as verification_id, ${performers.id} as id, ${performers.fullName} as name, ${expiryOf(performers.id)} as expires
        from ${performers} cross join lateral (
          select id from ${performerVerifications}
          where ${performerVerifications.performerId} = ${performers.id}
            and ${performerVerifications.status} = 'verified'
          order by ${performerVerifications.expiresOn} desc limit 1) newest
        where ${expiresSoon}
      ), warned as (
        insert into ${expiryWarnings} (verification_id) select verification_id from expiring
        on conflict do nothing returning verification_id
      )
      select id, name, expires from expiring join warned using (verification_id)
      order by expires, name`);
  return new Map(rows.map(({ id, ...each }) => [id, each]));
}

function createMail(rows: Expiring[], publicUrl: string): Omit<Mail, 'to'> {
  const subject =
    rows.length === 1 ? 'An ID document expires soon' : `${rows.length} ID documents expire soon`;
  const facts = rows
    .slice(0, NAMES_IN_MAIL)
    .map(({ name, expires }) => ({ label: name, value: formatUtcDate(expires) }));
  const rest = rows.length - facts.length;
  return {
    subject,
    heading: subject,
    paragraphs: [
      'Ask for a new document and verify these people again. After the last day, their posts are taken down if your agency requires consents.',
    ],
    facts: rest > 0 ? [...facts, { label: 'More', value: String(rest) }] : facts,
    action: {
      label: 'View the Performers',
      url: `${publicUrl}/performers?verification=expiring`,
    },
  };
}
