import { z } from 'zod';
import {
  accountContactSchema,
  accountPreferencesSchema,
  fanSignupSchema,
  firstAdminSchema,
  saveAccountSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import {
  getAccountContact,
  getAccountPreferences,
  saveAccount,
  signUpFan,
} from '#src/features/identity/accounts/server/accounts.ts';
import { limitPasswordGuesses } from '#src/features/identity/auth/server/auth.api.ts';
import { setUpFirstAdmin } from '#src/features/identity/auth/server/first-admin.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';

const done = z.object({});

type Dependencies = AccountMails & {
  db: Db;
  limits: { signIn: RateLimit; signInAddress: RateLimit; signUp: RateLimit };
};

/** Sign-up and the own account. */
export const accountsApi = ({ db, mail, config, limits }: Dependencies) =>
  operations([
    open.post(
      '/api/fans',
      {
        id: 'signUpFan',
        summary: 'Sign up as a fan',
        body: fanSignupSchema,
        output: done,
        errors: ['email-taken', 'rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        await limits.signUp.consume(context.var.clientAddress);
        await signUpFan(db, body);
        return {};
      },
    ),
    as('subscriber').get(
      '/api/account',
      {
        id: 'getAccount',
        summary: 'The own account of a fan',
        output: z.object({ email: z.string(), ...accountPreferencesSchema.shape }),
        errors: ['not-found'],
        example: {
          email: 'fan@example.com',
          gender: 'female',
          sexualPreference: 'straight',
          preferences: ['Cosplay', 'Fitness'],
        },
      },
      ({ actor }) => getAccountPreferences(db, actor),
    ),
    as('subscriber').put(
      '/api/account',
      {
        id: 'saveAccount',
        summary:
          'Save gender, sexual preference, content preferences and, if given, a new password',
        body: saveAccountSchema,
        output: done,
        errors: ['invalid-credentials', 'rate-limited'],
        example: {},
      },
      async ({ actor, body }) => {
        const save = () => saveAccount({ db, mail, config }, actor, body);
        await (body.password ? limitPasswordGuesses(limits.signIn, actor.userId, save) : save());
        return {};
      },
    ),
    as('admin', 'staff', 'influencer').get(
      '/api/account/contact',
      {
        id: 'getAccountContact',
        summary: 'The own name, e-mail and phone, of all but fans',
        output: accountContactSchema,
        errors: ['not-found'],
        example: { fullName: 'Nova Sterling', email: 'nova@example.com', phone: null },
      },
      ({ actor }) => getAccountContact(db, actor),
    ),
    open.post(
      '/api/setup',
      {
        id: 'setUpFirstAdmin',
        summary: 'Make the first admin with the one-time link that the server printed',
        body: firstAdminSchema,
        output: done,
        errors: ['not-found', 'email-taken', 'rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        await limits.signInAddress.consume(context.var.clientAddress);
        await setUpFirstAdmin(db, body);
        return {};
      },
    ),
  ]);
