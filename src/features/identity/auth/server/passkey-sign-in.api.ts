import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import {
  requestOptionsSchema,
  usedPasskeySchema,
  type RequestOptions,
} from '#src/features/identity/second-factor/passkeys.schema.ts';
import {
  requestPasskey,
  verifyPasskey,
} from '#src/features/identity/second-factor/server/verify-passkey.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { open, operations, signedIn } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Log } from '#src/platform/log/log.ts';
import { passkeySignInSchema } from '../security.schema.ts';
import { recordSignIn, signInBrowser } from './complete-sign-in.ts';
import { markConfirmed } from './confirm-identity.ts';
import { getVerifiedUser } from './sign-in.ts';

const done = z.object({});
const TO_SIGN_IN = { purpose: 'sign-in', sessionId: null } as const;
const EXAMPLE_OPTIONS: RequestOptions = {
  challenge: 'hcDQ1cNHzwmsRkIbT8EnVXaBmTPjJJ9XBDTZ9jX0m2c',
  rpId: 'velvet-rope.example',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

type Dependencies = AccountMails & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
  log: Log;
  limits: { signInAddress: RateLimit };
};

/** Signing in and confirming the identity with a passkey. */
export function passkeySignInApi({ db, log, mail, config, limits }: Dependencies) {
  return operations([
    open.post(
      '/api/auth/passkey/options',
      {
        id: 'requestPasskey',
        summary: 'Get what the browser needs to sign in with a passkey',
        output: requestOptionsSchema,
        errors: ['rate-limited'],
        example: EXAMPLE_OPTIONS,
      },
      async ({ context }) => {
        // Each attempt needs a challenge of its own.
        await limits.signInAddress.consume(context.var.clientNetwork);
        return requestPasskey({ db, config }, TO_SIGN_IN);
      },
    ),
    open.post(
      '/api/auth/passkey',
      {
        id: 'signInWithPasskey',
        summary: 'Sign in with a passkey alone; sets the session cookie',
        body: passkeySignInSchema,
        output: done,
        errors: ['invalid-passkey', 'suspended'],
        example: {},
      },
      async ({ body: { rememberMe, ...passkey }, context }) => {
        const userId = await verifyPasskey({ db, config }, TO_SIGN_IN, passkey);
        const user = await getVerifiedUser(db, userId);
        await recordSignIn({ db, log }, context, user, { secondFactor: true, passkey: true });
        await signInBrowser({ db, mail, config }, context, user, rememberMe);
        return {};
      },
    ),
    signedIn.post(
      '/api/auth/confirmation/passkey/options',
      {
        id: 'requestOwnPasskey',
        summary: 'Get what the browser needs to confirm your identity with a passkey',
        output: requestOptionsSchema,
        example: EXAMPLE_OPTIONS,
      },
      ({ actor: { userId, sessionId } }) =>
        requestPasskey({ db, config }, { purpose: 'confirm', sessionId }, userId),
    ),
    signedIn.post(
      '/api/auth/confirmation/passkey',
      {
        id: 'confirmIdentityWithPasskey',
        summary: 'Confirm your identity with a passkey',
        body: usedPasskeySchema,
        output: done,
        errors: ['invalid-passkey'],
        example: {},
      },
      async ({ actor: { userId, sessionId }, body }) => {
        await verifyPasskey({ db, config }, { purpose: 'confirm', sessionId }, body, userId);
        await markConfirmed(db, sessionId);
        return {};
      },
    ),
  ]);
}
