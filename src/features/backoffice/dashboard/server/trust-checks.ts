import { count, sql } from 'drizzle-orm';
import { countWaitingReports } from '#src/features/agency/performers/server/provider-checks/reports.ts';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import { PROVIDER_LABELS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { readPublicationRule } from '#src/features/content/publication-rule/server/publication-rule.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { figureLabel } from '../dashboard.rules.ts';
import type { Finding } from '../system-status.schema.ts';
import { countText, EVENTS_WAIT_MINUTES, ok, warning } from './findings.ts';

type Dependencies = {
  config: Pick<Config, 'mode' | 'demo'>;
  db: Db;
  verificationProvider: VerificationProvider | null;
};

/** Who checks identities, and whether reports of the provider wait. */
export async function checkIdentity({ db, verificationProvider }: Dependencies): Promise<Finding> {
  if (!verificationProvider) return ok('Identities are checked by two people of the team');
  const { name } = verificationProvider;
  const text =
    name === 'sandbox'
      ? 'Sandbox: identities aren’t really checked'
      : `Identities are checked by ${PROVIDER_LABELS[name]}, or by two people of the team`;
  const { total, late } = await countWaitingReports(db, EVENTS_WAIT_MINUTES);
  if (total === 0) return ok(`${text}; no reports waiting`);
  const waiting = `${text}; ${countText(total, 'report')} waiting to be processed`;
  return late > 0
    ? warning(`${waiting}, ${figureLabel(late)} for more than ${EVENTS_WAIT_MINUTES} minutes`)
    : ok(waiting);
}

/** Whether posts need verified people and their consents. */
export async function checkConsents({ db, config }: Dependencies): Promise<Finding> {
  const { requiresConsents } = await readPublicationRule(db);
  if (requiresConsents) return ok('Posts need verified people and their consents');
  const text = 'Posts are published without proof of identity and consent';
  return config.mode === 'production' && !config.demo ? warning(text) : ok(text);
}

/** Whether posts need a creator agreement in force. */
export async function checkAgreements({ db, config }: Dependencies): Promise<Finding> {
  const { requiresAgreements } = await readPublicationRule(db);
  if (requiresAgreements) return ok('Posts need a creator agreement in force');
  const text = 'Posts are published without a creator agreement';
  return config.mode === 'production' && !config.demo ? warning(text) : ok(text);
}

/** Whether posts need an approval before they are published, or only a sample of them. */
export async function checkReviews({ db, config }: Dependencies): Promise<Finding> {
  const { requiresReviews, sampledPercent } = await readPublicationRule(db);
  if (requiresReviews && sampledPercent === null) {
    return ok('Posts are reviewed before they’re published');
  }
  const text = requiresReviews
    ? await describeSample(db, sampledPercent!)
    : 'Posts are published without a review';
  return config.mode === 'production' && !config.demo ? warning(text) : ok(text);
}

async function describeSample(db: Db, percent: number): Promise<string> {
  const [unsampled] = await db
    .select({ count: count() })
    .from(contentPosts)
    .where(sql`${contentPosts.unsampledAt} > now() - interval '30 days'`);
  return `REVIEW_SAMPLE: ${percent}% of the posts of trusted influencers are reviewed; ${countText(unsampled!.count, 'post')} published without a review in 30 days`;
}
