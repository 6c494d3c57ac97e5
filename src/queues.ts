import { PASSWORD_RESET_QUEUE } from '#src/features/accounts/server/password-reset.ts';
import type { Queue } from '#src/platform/jobs.ts';
import { MAIL_QUEUE } from '#src/platform/mail.ts';

/** Every queue that the server puts jobs into. */
export const QUEUES: readonly Queue[] = [MAIL_QUEUE, PASSWORD_RESET_QUEUE];
