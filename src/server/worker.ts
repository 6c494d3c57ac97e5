import type { QueueOptions } from 'pg-boss';
import {
  DECISION_MAIL_QUEUE,
  sendDecisionMail,
} from '#src/features/agency/applications/server/application-mails.ts';
import { warnOfExpiry } from '#src/features/agency/performers/server/expiry-warnings.ts';
import { followSessions } from '#src/features/agency/performers/server/provider-checks/ask-provider.ts';
import { mailLateBackups } from '#src/features/backoffice/dashboard/server/backup-check.ts';
import { checkVideos } from '#src/features/backoffice/dashboard/server/video-check.ts';
import {
  DISPUTE_EVIDENCE_QUEUE,
  submitEvidence,
} from '#src/features/backoffice/dispute-evidence/server/submit-evidence.ts';
import {
  mailTeamDaily,
  sendTeamMail,
} from '#src/features/backoffice/staff-notifications/server/team-mails.ts';
import { compareLists } from '#src/features/content/blocked-files/server/compare-lists.ts';
import { isBlocked } from '#src/features/content/blocked-files/server/find-blocked.ts';
import type { Fingerprint } from '#src/features/content/media/server/fingerprint.ts';
import {
  VIDEOS_QUEUE,
  FAILED_MEDIA_QUEUE,
  markMediaFailed,
  PICTURES_QUEUE,
  processMedia,
  deleteOldWorkFolders,
} from '#src/features/content/media/server/process-media.ts';
import { deleteUnusedUploads } from '#src/features/content/media/server/unused-uploads.ts';
import { findContainment } from '#src/features/content/media/server/video/video-sandbox.ts';
import type { PostMailFrequency } from '#src/features/content/notifications/post-mails.rules.ts';
import { mailNewPosts } from '#src/features/content/notifications/server/post-mails.ts';
import { deleteBlankDrafts } from '#src/features/content/posts/server/contents/blank-drafts.ts';
import { sweepMediaNetworks } from '#src/features/content/posts/server/delivery/media-networks.ts';
import { sweepMediaUse } from '#src/features/content/posts/server/delivery/media-use.ts';
import {
  NOTIFY_QUEUE,
  notifyManySubscribers,
} from '#src/features/content/posts/server/notify-subscribers.ts';
import {
  publishDuePosts,
  publishWhenReady,
} from '#src/features/content/posts/server/publishing.ts';
import {
  takeDownExpired,
  takeDownWithoutAgreement,
} from '#src/features/content/publication-rule/server/publication-rule.ts';
import {
  FAILED_SIGN_IN_QUEUE,
  recordFailedSignIn,
} from '#src/features/identity/auth/server/complete-sign-in.ts';
import {
  INVITATION_QUEUE,
  sendInvitation,
} from '#src/features/identity/auth/server/invitations/invitations.ts';
import { sweepKnownDevices } from '#src/features/identity/auth/server/known-devices.ts';
import { GUESSED_QUEUE, mailGuesses } from '#src/features/identity/auth/server/password-guesses.ts';
import {
  PASSWORD_RESET_QUEUE,
  sendPasswordReset,
} from '#src/features/identity/auth/server/password-reset.ts';
import { sweepSessions } from '#src/features/identity/auth/server/sessions.ts';
import { TEAM_MAIL_QUEUE } from '#src/features/identity/colleagues/server/owners.ts';
import { sweepConfirmations } from '#src/features/identity/email-addresses/server/sweep-confirmations.ts';
import { sweepSignUps } from '#src/features/identity/fan-sign-up/server/finish-sign-up.ts';
import {
  issueInvoices,
  issueRecentInvoices,
} from '#src/features/money/invoices/server/issue-invoices.ts';
import {
  LEDGER_CHECK_QUEUE,
  runLedgerCheck,
} from '#src/features/money/ledger-checks/server/run-ledger-check.ts';
import { paymentHandling } from '#src/features/money/payment-events/server/payment-webhooks.ts';
import { closeHostedCheckouts } from '#src/features/money/payments/server/close-hosted-checkouts.ts';
import { collectRecords } from '#src/features/money/payments/server/collect-records.ts';
import { replayDuePaymentEvents } from '#src/features/money/payments/server/payment-events.ts';
import {
  DELETE_CUSTOMER_QUEUE,
  deleteProviderCustomer,
} from '#src/features/money/payments/server/provider-customers.ts';
import { issuePayoutDocuments } from '#src/features/money/payouts/server/documents/issue-payout-documents.ts';
import {
  PAYOUT_MAIL_QUEUE,
  sendPayoutMail,
} from '#src/features/money/payouts/server/payout-mails.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import { releaseReserves } from '#src/features/money/payouts/server/release-reserves.ts';
import { countStartedCommissions } from '#src/features/money/plans/server/count-commissions.ts';
import {
  RECONCILIATION_QUEUE,
  requestReconciliation,
  runReconciliation,
} from '#src/features/money/reconciliation/server/run-reconciliation.ts';
import {
  REFUND_UNWANTED_QUEUE,
  refundUnwantedPayment,
} from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { billSandbox } from '#src/features/money/sandbox-billing/server/sandbox-billing.ts';
import {
  applyProviderChange,
  PROVIDER_CHANGES_QUEUE,
} from '#src/features/money/subscriptions/server/provider-changes.ts';
import { runBilling } from '#src/features/money/subscriptions/server/renewals.ts';
import { enforceRetention } from '#src/features/privacy/retention/server/enforce-retention.ts';
import { countSubscribers } from '#src/features/storefront/marketplace/server/popularity.ts';
import { AGREEMENT_MAIL_QUEUE } from '#src/features/trust/agreements/server/agreement-copies.ts';
import { sendAgreementCopy } from '#src/features/trust/agreements/server/agreement-mails.ts';
import { mailAgreementNotices } from '#src/features/trust/agreements/server/agreement-notices.ts';
import {
  HIDING_QUEUE,
  hideWaitingPost,
} from '#src/features/trust/complaints/server/automatic-hiding/hide-automatically.ts';
import { warnOfDeadlines } from '#src/features/trust/complaints/server/deadline-warnings.ts';
import { chainDecisions } from '#src/features/trust/decision-log/server/decision-log.ts';
import { runAutomation } from '#src/features/work/automation/server/run-rules.ts';
import {
  FAILED_REPLY_QUEUE,
  markReplyFailed,
  REPLY_MAIL_QUEUE,
  sendReplyMail,
} from '#src/features/work/contact/server/reply-mails.ts';
import { sendTaskMail, TASK_MAIL_QUEUE } from '#src/features/work/tasks/server/task-mails.ts';
import { remindAssignees } from '#src/features/work/tasks/server/task-reminders.ts';
import { monthBefore } from '#src/lib/locale/months.ts';
import {
  BACKUP_JOB,
  makeDueBackup,
  testDueBackup,
} from '#src/platform/backup/scheduled-backups.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { foldRecordTotals } from '#src/platform/database/record-totals.ts';
import { sweepRateLimits } from '#src/platform/http/rate-limit.ts';
import { HEARTBEAT_SECONDS, openJobRunner, type JobRunner } from '#src/platform/jobs/jobs.ts';
import { runJob } from '#src/platform/jobs/run-job.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { deleteListedFiles, DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type { Services } from './services.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A job with a mail for every fan: runs for hours, and is retried for about six while mail fails. */
const DIGEST: QueueOptions = {
  retryLimit: 12,
  retryDelay: 60,
  retryDelayMax: 60 * 60,
  retryBackoff: true,
  expireInSeconds: 12 * 60 * 60,
};

/** File processing that publishes a waiting post afterwards. */
export function mediaProcessing(services: Services) {
  return {
    ...services,
    findContainment,
    isBlocked: (mediaId: string, fingerprint: Fingerprint) =>
      isBlocked(services.db, mediaId, fingerprint),
    onPostFileProcessed: (tx: Db, postId: string) => publishWhenReady(tx, services.jobs, postId),
  };
}

/** Starts the background jobs, in the process of the server or in a separate one. */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const videos = await checkVideos(services);
  if (videos.state !== 'ok') services.log.warn(videos.text);
  const { boss, install, work, stop } = await openJobRunner(services.directUrl, services.log);
  await workQueues(work, services);

  // For deleted rows without a job.
  await install.schedule(DELETED_FILES_QUEUE.name, '50 * * * *', {});
  await install.schedule(LEDGER_CHECK_QUEUE.name, '45 3 * * *', {});

  /** Runs a job on a schedule, in one process at a time, and once for all missed runs. */
  const schedule: Schedule = async (cron, name, run, options = { retryLimit: 2 }) => {
    await install.queue(name, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS }, 'exclusive');
    await boss.work(name, ([job]) =>
      runJob(name, job!.id, async () => run(await readDatabaseTime(services.db))),
    );
    await install.schedule(name, cron);
  };
  await schedule('* * * * *', 'publishing', async () => {
    await takeDownExpired(services.db);
    await takeDownWithoutAgreement(services.db);
    await publishDuePosts(services);
  });
  await schedule('* * * * *', 'hash-lists', () => compareLists(services));
  await schedule('* * * * *', 'decision-log', () => chainDecisions(services.db));
  await schedulePostMails(schedule, services);
  await scheduleMoney(schedule, services);
  await schedule('* * * * *', 'record-totals', async () => {
    await countStartedCommissions(services.db);
    await foldRecordTotals(services.db);
  });
  // Each looks whether it is due, so what failed or was missed is made up for.
  await schedule('20 * * * *', 'backup', (now) => makeDueBackup(services, now), BACKUP_JOB);
  await schedule('35 * * * *', 'backup-test', (now) => testDueBackup(services, now), BACKUP_JOB);
  await schedule('0 9 * * *', 'backup-warnings', () => mailLateBackups(services));
  await schedule('*/10 * * * *', 'popularity', () => countSubscribers(services.db));
  await schedule('0 7 * * *', 'team-mails', () => mailTeamDaily(services));
  await schedule('*/5 * * * *', 'identity-checks', () => followSessions(services));
  await schedule('0 8 * * *', 'expiry-warnings', () => warnOfExpiry(services));
  await schedule('*/10 * * * *', 'agreement-notices', () => mailAgreementNotices(services));
  await schedule('5 * * * *', 'deadline-warnings', () => warnOfDeadlines(services));
  await schedule('*/10 * * * *', 'automation', (now) => runAutomation(services, now));
  await schedule('20 * * * *', 'task-reminders', (now) => remindAssignees(services, now));
  await scheduleSweeps(schedule, services);
  return { stop };
}

/** Runs the jobs that other code adds to the queues. */
async function workQueues(work: JobRunner['work'], services: Services): Promise<void> {
  await work(MAIL_QUEUE, services.mail.send);
  await work(TASK_MAIL_QUEUE, (data, jobId) => sendTaskMail(services, data, jobId));
  await work(PAYOUT_MAIL_QUEUE, (data, jobId) => sendPayoutMail(services, data, jobId));
  await work(AGREEMENT_MAIL_QUEUE, (data, jobId) => sendAgreementCopy(services, data, jobId));
  await work(TEAM_MAIL_QUEUE, ({ userId }) => sendTeamMail(services, userId, 'at_once'));
  await work(HIDING_QUEUE, (data) => hideWaitingPost(services, data));
  await work(DECISION_MAIL_QUEUE, (data, jobId) => sendDecisionMail(services, data, jobId));
  await work(REPLY_MAIL_QUEUE, (data) => sendReplyMail(services, data));
  await work(FAILED_REPLY_QUEUE, (data) => markReplyFailed(services.db, data));
  await work(PASSWORD_RESET_QUEUE, ({ userId }) => sendPasswordReset(services, userId));
  await work(INVITATION_QUEUE, ({ userId }) => sendInvitation(services, userId));
  await work(FAILED_SIGN_IN_QUEUE, (data, jobId) => recordFailedSignIn(services.db, data, jobId));
  await work(GUESSED_QUEUE, (data, jobId) => mailGuesses(services, data, jobId));

  const processing = mediaProcessing(services);
  for (const queue of [PICTURES_QUEUE, VIDEOS_QUEUE]) {
    await work(queue, ({ mediaId }) => processMedia(processing, mediaId));
  }
  await work(FAILED_MEDIA_QUEUE, ({ mediaId }) => markMediaFailed(processing, mediaId));
  await work(DELETED_FILES_QUEUE, () => deleteListedFiles(services.db, services.storage));
  await work(REFUND_UNWANTED_QUEUE, (payment) => refundUnwantedPayment(services, payment));
  await work(RECONCILIATION_QUEUE, (run) => runReconciliation(services, run));
  await work(PROVIDER_CHANGES_QUEUE, (change) => applyProviderChange(services, change));
  await work(DELETE_CUSTOMER_QUEUE, (customer) => deleteProviderCustomer(services, customer));
  await work(NOTIFY_QUEUE, ({ postId }) => notifyManySubscribers(services.db, postId));

  await work(DISPUTE_EVIDENCE_QUEUE, ({ submissionId }) => submitEvidence(services, submissionId));
  await work(LEDGER_CHECK_QUEUE, ({ checkId }) => runLedgerCheck(services.db, checkId));
}

type Schedule = (
  cron: string,
  name: string,
  /** Receives the database's time, because a server whose clock is wrong must not end or delete anything. */
  run: (now: Date) => Promise<unknown>,
  options?: QueueOptions,
) => Promise<void>;

async function schedulePostMails(schedule: Schedule, services: Services): Promise<void> {
  // The run of the next minute repeats what failed.
  const atOnce = { ...DIGEST, retryLimit: 0 };
  const mailOf = (frequency: PostMailFrequency) => (now: Date) =>
    mailNewPosts(services, frequency, { now });
  await schedule('* * * * *', 'new-post-mails', mailOf('at_once'), atOnce);
  // Some minutes after the end of the period, when all its notifications are stored.
  await schedule('5 16 * * *', 'daily-digests', mailOf('daily'), DIGEST);
  await schedule('5 16 * * 5', 'weekly-digests', mailOf('weekly'), DIGEST);
}

/** Bills, follows the payment providers, and pays out. */
async function scheduleMoney(schedule: Schedule, services: Services): Promise<void> {
  await schedule('0 * * * *', 'subscription-renewals', async (now) => {
    await runBilling(services, now);
    // The sandbox bills only while it replaces the payment providers.
    if (services.config.payments.sales.includes('sandbox')) await billSandbox(services, now);
  });
  // Each minute, because after a crash a fan waits for what is paid.
  await schedule('* * * * *', 'payment-events', (now) =>
    replayDuePaymentEvents(paymentHandling(services), now),
  );
  await schedule('35 * * * *', 'provider-exports', (now) => collectRecords(services, now));
  await schedule('* * * * *', 'checkouts', (now) => closeHostedCheckouts(services, now));
  await schedule('* * * * *', 'invoices', (now) => issueRecentInvoices(services, now));
  await schedule('* * * * *', 'payout-documents', (now) => issuePayoutDocuments(services, now));
  await schedule('30 3 * * *', 'all-invoices', (now) => issueInvoices(services, now));
  // Before the payouts, so that what was lost is in them.
  await schedule('30 2 * * *', 'nightly-reconciliation', () =>
    requestReconciliation(services, null),
  );
  await schedule('15 3 * * *', 'payout-run', async (now) => {
    await releaseReserves(services, now);
    await runPayouts(services, { month: monthBefore(now) }, now);
  });
}

/** Deletes what has expired. */
async function scheduleSweeps(schedule: Schedule, services: Services): Promise<void> {
  const { db } = services;
  await schedule('30 * * * *', 'upload-sweep', async (now) => {
    await deleteUnusedUploads(services, now);
    await deleteOldWorkFolders(services.config, now);
    await deleteBlankDrafts(db, new Date(now.getTime() - DAY));
  });
  await schedule('40 * * * *', 'email-link-sweep', async () => {
    await sweepConfirmations(db);
    await sweepSignUps(db);
  });
  await schedule('10 4 * * *', 'retention', () => enforceRetention(services));
  await schedule('45 * * * *', 'rate-limit-sweep', (now) => sweepRateLimits(db, now));
  await schedule('40 * * * *', 'session-sweep', async () => {
    await sweepSessions(db);
    await sweepMediaNetworks(db);
    await sweepMediaUse(db);
    await sweepKnownDevices(db);
  });
}
