import {
  PASSWORD_RESET_QUEUE,
  sendPasswordReset,
} from '#src/features/accounts/server/password-reset.ts';
import { sweepAbandonedUploads } from '#src/features/media/server/unused-uploads.ts';
import { paymentWebhooks } from '#src/features/subscriptions/server/payment-webhooks.ts';
import { renewDueSubscriptions } from '#src/features/subscriptions/server/renewals.ts';
import { openJobRunner } from '#src/platform/jobs.ts';
import { MAIL_QUEUE } from '#src/platform/mail.ts';
import { sweepRateLimits } from '#src/platform/rate-limit.ts';
import type { Services } from './services.ts';

const RENEWALS = 'subscription-renewals';
const UPLOAD_SWEEP = 'upload-sweep';
const RATE_LIMIT_SWEEP = 'rate-limit-sweep';
/** An uploaded file that no post uses is kept this long, in milliseconds. */
const UPLOAD_KEPT = 24 * 60 * 60 * 1000;

/** Starts the background jobs, in the server's process or in one of their own. */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const { boss, work, stop } = await openJobRunner(services.pool, services.log);
  const webhooks = paymentWebhooks(services);
  const deliver = (request: Request) => webhooks.fetch(request);

  await work(MAIL_QUEUE, services.mail.send);
  await work(PASSWORD_RESET_QUEUE, ({ userId }) => sendPasswordReset(services, userId));

  await boss.createQueue(RENEWALS, { policy: 'exclusive', retryLimit: 2 });
  await boss.work(RENEWALS, () => renewDueSubscriptions({ ...services, deliver }, new Date()));
  await boss.schedule(RENEWALS, '0 * * * *', null, { missed: 'once' });

  await boss.createQueue(UPLOAD_SWEEP, { policy: 'exclusive', retryLimit: 2 });
  await boss.work(UPLOAD_SWEEP, () =>
    sweepAbandonedUploads(
      { ...services, dataDir: services.config.dataDir },
      new Date(Date.now() - UPLOAD_KEPT),
    ),
  );
  await boss.schedule(UPLOAD_SWEEP, '30 * * * *', null, { missed: 'once' });

  await boss.createQueue(RATE_LIMIT_SWEEP, { policy: 'exclusive', retryLimit: 2 });
  await boss.work(RATE_LIMIT_SWEEP, () => sweepRateLimits(services.db, new Date()));
  await boss.schedule(RATE_LIMIT_SWEEP, '45 * * * *', null, { missed: 'once' });
  return { stop };
}
