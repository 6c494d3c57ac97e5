import { sweepAbandonedUploads } from '#src/features/media/server/unused-uploads.ts';
import { paymentWebhooks } from '#src/features/subscriptions/server/payment-webhooks.ts';
import { renewDueSubscriptions } from '#src/features/subscriptions/server/renewals.ts';
import { openJobs } from '#src/platform/jobs.ts';
import type { Services } from './services.ts';

const RENEWALS = 'subscription-renewals';
const UPLOAD_SWEEP = 'upload-sweep';
/** An uploaded file that no post uses is kept this long, in milliseconds. */
const UPLOAD_KEPT = 24 * 60 * 60 * 1000;

/** Starts the background jobs, in the server's process or in one of their own. */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const { boss, stop } = await openJobs(services.pool, services.log);
  const webhooks = paymentWebhooks(services);
  const deliver = (request: Request) => webhooks.fetch(request);

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
  return { stop };
}
