import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  forgotPasswordSchema,
  resetPasswordSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { resetDoneSchema } from '../security.schema.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { readDevice, setDeviceCookie } from './session-cookie.ts';

const done = z.object({});

type Dependencies = {
  db: Db;
  jobs: Jobs;
  mail: Mailer;
  config: Pick<Config, 'publicUrl' | 'mail' | 'demo' | 'secrets'>;
  guesses: GrowingDelay;
  limits: {
    forgotPassword: RateLimit;
    forgotPasswordAddress: RateLimit;
    resetMail: RateLimit;
    resetPassword: RateLimit;
  };
};

/** Password reset for users who forgot their password. */
export function passwordResetApi(dependencies: Dependencies) {
  const { limits, config } = dependencies;
  return operations([
    open.post(
      '/api/auth/forgot-password',
      {
        id: 'requestPasswordReset',
        summary: 'Request a password reset link; the response is the same for every address',
        body: forgotPasswordSchema,
        output: done,
        errors: ['rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        const { clientNetwork } = context.var;
        await limits.forgotPasswordAddress.consume(clientNetwork);
        // Not by email address alone: that would let anyone block someone else's requests.
        await limits.forgotPassword.consume(`${clientNetwork} ${body.email}`);
        await requestPasswordReset(dependencies, body.email);
        return {};
      },
    ),
    open.post(
      '/api/auth/reset-password',
      {
        id: 'resetPassword',
        summary:
          'Set a password with the token of a mailed link, of a reset or an invitation; all sessions end, passkeys remain',
        body: resetPasswordSchema,
        output: resetDoneSchema,
        errors: ['not-found', 'rate-limited'],
        example: {
          passkeys: [{ name: 'Safari on iOS', addedAt: '2026-11-21T08:15:00.000Z' }],
        },
      },
      async ({ body, context }) => {
        await limits.resetPassword.consume(context.var.clientNetwork);
        const device = readDevice(context, config) ?? randomBytes(24).toString('base64url');
        const passkeys = await resetPassword(dependencies, body, device);
        setDeviceCookie(context, config, device);
        return { passkeys };
      },
    ),
  ]);
}
