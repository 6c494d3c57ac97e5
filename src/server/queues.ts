import { DECISION_MAIL_QUEUE } from '#src/features/agency/applications/server/application-mails.ts';
import { DISPUTE_EVIDENCE_QUEUE } from '#src/features/backoffice/dispute-evidence/server/submit-evidence.ts';
import {
  VIDEOS_QUEUE,
  FAILED_MEDIA_QUEUE,
  PICTURES_QUEUE,
} from '#src/features/content/media/server/process-media.ts';
import { NOTIFY_QUEUE } from '#src/features/content/posts/server/notify-subscribers.ts';
import { FAILED_SIGN_IN_QUEUE } from '#src/features/identity/auth/server/complete-sign-in.ts';
import { INVITATION_QUEUE } from '#src/features/identity/auth/server/invitations/invitations.ts';
import { GUESSED_QUEUE } from '#src/features/identity/auth/server/password-guesses.ts';
import { PASSWORD_RESET_QUEUE } from '#src/features/identity/auth/server/password-reset.ts';
import { TEAM_MAIL_QUEUE } from '#src/features/identity/colleagues/server/owners.ts';
import { LEDGER_CHECK_QUEUE } from '#src/features/money/ledger-checks/server/run-ledger-check.ts';
import { DELETE_CUSTOMER_QUEUE } from '#src/features/money/payments/server/provider-customers.ts';
import { PAYOUT_MAIL_QUEUE } from '#src/features/money/payouts/server/payout-mails.ts';
import { RECONCILIATION_QUEUE } from '#src/features/money/reconciliation/server/run-reconciliation.ts';
import { REFUND_UNWANTED_QUEUE } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { PROVIDER_CHANGES_QUEUE } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { AGREEMENT_MAIL_QUEUE } from '#src/features/trust/agreements/server/agreement-copies.ts';
import { HIDING_QUEUE } from '#src/features/trust/complaints/server/automatic-hiding/hide-automatically.ts';
import {
  FAILED_REPLY_QUEUE,
  REPLY_MAIL_QUEUE,
} from '#src/features/work/contact/server/reply-mails.ts';
import { TASK_MAIL_QUEUE } from '#src/features/work/tasks/server/task-mails.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import { MAIL_QUEUE } from '#src/platform/mail/mail.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';

/** All queues that the server adds jobs to. */
export const QUEUES: readonly Queue[] = [
  MAIL_QUEUE,
  AGREEMENT_MAIL_QUEUE,
  PASSWORD_RESET_QUEUE,
  INVITATION_QUEUE,
  GUESSED_QUEUE,
  FAILED_SIGN_IN_QUEUE,
  FAILED_MEDIA_QUEUE,
  PICTURES_QUEUE,
  VIDEOS_QUEUE,
  DELETED_FILES_QUEUE,
  NOTIFY_QUEUE,
  PROVIDER_CHANGES_QUEUE,
  REFUND_UNWANTED_QUEUE,
  RECONCILIATION_QUEUE,
  DELETE_CUSTOMER_QUEUE,
  TASK_MAIL_QUEUE,
  PAYOUT_MAIL_QUEUE,
  DECISION_MAIL_QUEUE,
  FAILED_REPLY_QUEUE,
  REPLY_MAIL_QUEUE,
  TEAM_MAIL_QUEUE,
  HIDING_QUEUE,
  LEDGER_CHECK_QUEUE,
  DISPUTE_EVIDENCE_QUEUE,
];
