import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { as, open, operations } from '#src/platform/operation.ts';
import type { RateLimit } from '#src/platform/rate-limit.ts';
import {
  accountContactSchema,
  accountPreferencesSchema,
  fanSignupSchema,
  firstAdminSchema,
  saveAccountSchema,
} from '../accounts.schema.ts';
import type { AccountMails } from './account-mails.ts';
import { getAccountContact, getAccountPreferences, saveAccount, signUpFan } from './accounts.ts';
import { limitPasswordGuesses } from './auth.api.ts';
import { setUpFirstAdmin } from './first-admin.ts';

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
