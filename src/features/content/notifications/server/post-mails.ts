import type { Pool } from 'pg';
import { switchableMail } from '#src/features/identity/mail-preferences/server/unsubscribe-links.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Live } from '#src/platform/jobs/live.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { isUndeliverable, type Mailer } from '#src/platform/mail/mail.ts';
import { latestPeriodEnd, type PostMailFrequency } from '../post-mails.rules.ts';
import {
  claimPostMails,
  releasePostMails,
  type ClaimedMail,
  type NewPosts,
  type PostMailPeriod,
} from './claim-post-mails.ts';

/** Fans per statement. The mails of one batch are lost if the process is killed while it sends them. */
const BATCH_SIZE = 200;
/** Mails that are sent at the same time. */
const PARALLEL = 10;
const INFLUENCERS_IN_MAIL = 10;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Dependencies = {
  db: Db;
  pool: Pool;
  mail: Mailer;
  config: Pick<Config, 'publicUrl'>;
  live: Pick<Live, 'stopping'>;
  log: Log;
};

/**
 * Mails the fans with this frequency the unread posts that they may view, in batches, at most one mail
 * per fan and period, even if the job is repeated or killed.
 * @throws Error when mails could not be sent; a repetition sends only these
 */
export async function mailNewPosts(
  services: Dependencies,
  frequency: PostMailFrequency,
  { now = new Date(), batchSize = BATCH_SIZE } = {},
): Promise<void> {
  const period: PostMailPeriod = { frequency, until: latestPeriodEnd(frequency, now) };
  let unsentCount = 0;
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const fans = await claimPostMails(services.pool, period, { after, limit: batchSize });
    const claimed = fans.filter((fan): fan is ClaimedMail => fan.newPosts !== null);
    const unsent = await sendBatch(services, period, claimed);
    await releasePostMails(services.db, period, unsent);
    unsentCount += unsent.length;
    // If none could be sent, the mail server is not available, and trying the others is useless.
    const isServerDown = unsent.length > 0 && unsent.length === claimed.length;
    if (isServerDown || services.live.stopping.aborted) break;
    after = fans.length === batchSize ? fans.at(-1)!.userId : undefined;
  }
  if (unsentCount > 0) throw new Error(`${unsentCount} mails about new posts were not sent`);
}

/** @returns the mails that a later attempt may send */
async function sendBatch(
  { mail, config, live, log }: Dependencies,
  { until }: PostMailPeriod,
  claimed: readonly ClaimedMail[],
): Promise<ClaimedMail[]> {
  const waiting = [...claimed];
  const unsent: ClaimedMail[] = [];
  async function sendNext(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (live.stopping.aborted) {
        unsent.push(next);
        continue;
      }
      try {
        await mail.send(createMail(next, config), `new-posts-${until.getTime()}-${next.userId}`);
      } catch (error) {
        const isFinal = isUndeliverable(error);
        // Without the error, whose text names the recipient.
        log.warn({ userId: next.userId, isFinal }, 'a mail about new posts was not sent');
        if (!isFinal) unsent.push(next);
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, sendNext));
  return unsent;
}

const countText = (count: number): string => (count === 1 ? '1 new post' : `${count} new posts`);

// Others may see an inbox: subject and first paragraph, its preview, name no influencer.
function createMail(
  { userId, email, newPosts }: ClaimedMail,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Mail {
  const total = newPosts.reduce((sum, { count }) => sum + count, 0);
  const only = newPosts.length === 1 ? newPosts[0] : undefined;
  return {
    to: email,
    subject: total === 1 ? 'You have a new post' : `You have ${countText(total)}`,
    heading: countText(total),
    paragraphs: ['New from the people you subscribe to:'],
    facts: listFacts(newPosts),
    action: only
      ? { label: 'View Posts', url: `${publicUrl}/subscriptions/${only.influencerId}` }
      : { label: 'Open My Feed', url: `${publicUrl}/my-feed` },
    optional: switchableMail({ userId, kind: 'posts' }),
  };
}

function listFacts(newPosts: readonly NewPosts[]): NonNullable<Mail['facts']> {
  const facts = newPosts
    .slice(0, INFLUENCERS_IN_MAIL)
    .map(({ fullName, count }) => ({ label: fullName || 'Unknown', value: countText(count) }));
  const rest = newPosts.slice(INFLUENCERS_IN_MAIL).reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...facts, { label: 'Others', value: countText(rest) }] : facts;
}
