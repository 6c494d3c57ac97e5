import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { operations, signedIn } from '#src/platform/http/operation.ts';
import { ownSessionSchema } from '../security.schema.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { readDevice } from './session-cookie.ts';

const done = z.object({});

type Dependencies = { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };

/** The sessions of the signed-in user. */
export function ownSessionsApi({ db, config }: Dependencies) {
  return operations([
    signedIn.get(
      '/api/account/sessions',
      {
        id: 'listSessions',
        summary: 'List the devices on which you are signed in',
        output: z.object({ sessions: z.array(ownSessionSchema) }),
        example: {
          sessions: [
            {
              id: '0b6a3c1e-7a52-4f1d-9a43-5d2a9f0c1e77',
              device: 'Chrome on macOS',
              country: 'DE',
              isCurrent: true,
              signedInAt: '2026-11-20T18:30:00.000Z',
              lastUsedAt: '2026-11-23T07:05:00.000Z',
            },
          ],
        },
      },
      async ({ actor }) => ({ sessions: await listOwnSessions(db, actor) }),
    ),
    signedIn.delete(
      '/api/account/sessions/{id}',
      {
        id: 'endSession',
        needsConfirmation: true,
        summary: 'Sign out on one device',
        params: z.object({ id: z.uuid() }),
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params, context }) => {
        await endOwnSession(db, { actor, device: readDevice(context, config) }, params.id);
        return {};
      },
    ),
    signedIn.post(
      '/api/account/sessions/end-others',
      {
        id: 'endOtherSessions',
        needsConfirmation: true,
        summary: 'Sign out on all other devices',
        output: done,
        example: {},
      },
      async ({ actor, context }) => {
        await endOtherSessions(db, { actor, device: readDevice(context, config) });
        return {};
      },
    ),
  ]);
}
