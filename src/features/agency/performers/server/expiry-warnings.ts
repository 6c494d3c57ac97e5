import { sql } from 'drizzle-orm';
import { listTeamRecipients } from '#src/features/identity/colleagues/server/team-recipients.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { expiryWarnings } from './expiry-warnings.table.ts';
import { performers } from './performers.table.ts';
import { expiresSoon, expiryOf } from './verification-state.ts';
import { performerVerifications } from './verification.table.ts';

const NAMES_IN_MAIL = 20;

type Dependencies = {
  db: Db;
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'mail'>;
};

/** Mails the team whose ID documents expire soon, once for each document. Safe to repeat at any time. */
export async function warnOfExpiry({ db, mail, config }: Dependencies): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string; expires: string }>(sql`
      with expiring as (
        select newest.id, ${performers.fullName} as name, ${expiryOf(performers.id)} as expires
        from ${performers} cross join lateral (
          select id from ${performerVerifications}
          where ${performerVerifications.performerId} = ${performers.id}
            and ${performerVerifications.status} = 'verified'
          order by ${performerVerifications.expiresOn} desc limit 1) newest
        where ${expiresSoon}
      ), warned as (
        insert into ${expiryWarnings} (verification_id) select id from expiring
        on conflict do nothing returning verification_id
      )
      select name, expires from expiring join warned on warned.verification_id = expiring.id
      order by expires, name`);
    if (rows.length === 0) return;
    const subject =
      rows.length === 1 ? 'An ID document expires soon' : `${rows.length} ID documents expire soon`;
    const facts = rows
      .slice(0, NAMES_IN_MAIL)
      .map(({ name, expires }) => ({ label: name, value: formatUtcDate(expires) }));
    const rest = rows.length - facts.length;
    for (const to of await listTeamRecipients(tx, config)) {
      await mail.queue(tx, {
        to,
        subject,
        heading: subject,
        paragraphs: [
          'Ask for a new document and verify these people again. After the last day, their posts are taken down if your agency requires consents.',
        ],
        facts: rest > 0 ? [...facts, { label: 'More', value: String(rest) }] : facts,
        action: {
          label: 'View the Performers',
          url: `${config.publicUrl}/performers?verification=expiring`,
        },
      });
    }
  });
}
