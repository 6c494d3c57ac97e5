import { z } from 'zod';
import {
  accountContactSchema,
  accountPreferencesSchema,
  saveAccountSchema,
  saveTimeZoneSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { readDevice } from '#src/features/identity/auth/server/session-cookie.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import { as, operations, signedIn } from '#src/platform/http/operation.ts';
import {
  getAccountContact,
  getAccountPreferences,
  saveAccount,
  saveTimeZone,
} from './own-account.ts';

type Dependencies = Omit<AccountMails, 'config'> & {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
  guesses: GrowingDelay;
};

/** The signed-in user's account. */
export function accountApi({ db, mail, config, guesses }: Dependencies) {
  return operations([
    as('subscriber').get(
      '/api/account',
      {
        id: 'getAccount',
        summary: 'Get your account as a fan',
        output: z.object({
          email: z.string(),
          displayName: z.string(),
          ...accountPreferencesSchema.shape,
        }),
        errors: ['not-found'],
        example: {
          email: 'fan@example.com',
          displayName: 'Robin',
          gender: 'female',
          sexualPreference: 'straight',
          preferences: ['Cosplay', 'Fitness'],
          specialDataConsent: true,
        },
      },
      ({ actor }) => getAccountPreferences({ db, config }, actor),
    ),
    as('subscriber').put(
      '/api/account',
      {
        id: 'saveAccount',
        summary:
          'Save gender, sexual preference, content preferences and, if given, a name and a new password; without a consent, both preferences are deleted',
        body: saveAccountSchema,
        output: z.object({}),
        errors: ['invalid-credentials', 'rate-limited'],
        example: {},
      },
      async ({ actor, body, context }) => {
        const device = readDevice(context, config);
        await saveAccount({ db, mail, config, guesses }, actor, body, device);
        return {};
      },
    ),
    signedIn.put(
      '/api/account/time-zone',
      {
        id: 'saveTimeZone',
        summary: 'Choose the time zone of dates on screens and in emails',
        body: saveTimeZoneSchema,
        output: z.object({}),
        example: {},
      },
      async ({ actor, body }) => {
        await saveTimeZone(db, actor, body.timeZone);
        return {};
      },
    ),
    as('admin', 'staff', 'influencer').get(
      '/api/account/contact',
      {
        id: 'getAccountContact',
        summary: 'Get your name, email and phone; not for fans',
        output: accountContactSchema,
        errors: ['not-found'],
        example: { fullName: 'Nova Sterling', email: 'nova@example.com', phone: null },
      },
      ({ actor }) => getAccountContact(db, actor),
    ),
  ]);
}
