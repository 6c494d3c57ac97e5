import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import {
  mailPreferencesSchema,
  unsubscribeLinkSchema,
  unsubscribeSchema,
  unsubscribeTokenSchema,
} from '../mail-preferences.schema.ts';
import { getMailPreferences, saveMailPreferences } from './mail-preferences.ts';
import { getUnsubscribeLink, unsubscribe } from './unsubscribe.ts';

const everyone = as('admin', 'staff', 'influencer', 'subscriber');

type Dependencies = { db: Db; config: Pick<Config, 'secrets'> };

/** Which mails a user receives, and the unsubscribe links of mails, which need no session. */
export function mailPreferencesApi(services: Dependencies) {
  const { db } = services;
  return operations([
    everyone.get(
      '/api/mail-preferences',
      {
        id: 'getMailPreferences',
        summary: 'Get which emails you receive, and how often',
        output: mailPreferencesSchema,
        example: { posts: 'daily' },
      },
      ({ actor }) => getMailPreferences(db, actor),
    ),
    everyone.put(
      '/api/mail-preferences',
      {
        id: 'saveMailPreferences',
        summary: 'Choose which emails you receive, and how often',
        body: mailPreferencesSchema,
        output: z.object({}),
        example: {},
      },
      async ({ actor, body }) => {
        await saveMailPreferences(db, actor, body);
        return {};
      },
    ),
    open.post(
      '/api/unsubscribe-link',
      {
        id: 'getUnsubscribeLink',
        summary: "Get the kind of emails that a mail's unsubscribe link is for; changes nothing",
        body: unsubscribeTokenSchema,
        output: unsubscribeLinkSchema,
        errors: ['not-found'],
        example: { kind: 'posts', isOff: false, receivesOthers: false },
      },
      ({ body }) => getUnsubscribeLink(services, body.token),
    ),
    open.post(
      '/api/unsubscribe-link/use',
      {
        id: 'unsubscribe',
        summary: "Switch off the emails that a mail's unsubscribe link is for, or all of them",
        body: unsubscribeSchema,
        output: unsubscribeLinkSchema,
        errors: ['not-found'],
        example: { kind: 'posts', isOff: true, receivesOthers: false },
      },
      ({ body }) => unsubscribe(services, body),
    ),
  ]);
}
