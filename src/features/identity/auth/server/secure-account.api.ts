import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  secureAccountSchema,
  secureAccountTokenSchema,
  type SecureAccount,
} from '../security.schema.ts';
import { getSecureAccount, secureAccount } from './secure-account.ts';

type Dependencies = {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, 'secrets'>;
  limits: { resetPassword: RateLimit };
};

const example: SecureAccount = { signedInAt: '2026-11-23T07:05:00.000Z', isSecured: false };

/** The links of mails about new devices, which need no session. */
export function secureAccountApi({ limits, ...services }: Dependencies) {
  return operations([
    open.post(
      '/api/secure-account',
      {
        id: 'getSecureAccount',
        summary: 'Get the sign-in that a mail’s link is about; changes nothing',
        body: secureAccountTokenSchema,
        output: secureAccountSchema,
        errors: ['not-found', 'rate-limited'],
        example,
      },
      async ({ body, context }) => {
        await limits.resetPassword.consume(context.var.clientNetwork);
        return getSecureAccount(services, body.token);
      },
    ),
    open.post(
      '/api/secure-account/use',
      {
        id: 'secureAccount',
        summary:
          'Sign out everywhere, disable the password, remove factors added since the sign-in, and send a link to choose a password',
        body: secureAccountTokenSchema,
        output: secureAccountSchema,
        errors: ['not-found', 'rate-limited'],
        example: { ...example, isSecured: true },
      },
      async ({ body, context }) => {
        await limits.resetPassword.consume(context.var.clientNetwork);
        return secureAccount(services, body.token);
      },
    ),
  ]);
}
