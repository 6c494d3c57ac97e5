import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations, signedIn } from '#src/platform/http/operation.ts';
import { viewingSchema } from '../viewing-as-fan.schema.ts';
import { endViewing, startViewing } from './viewing-as-fan.ts';

const done = z.object({});

/** Viewing the product as a fan. */
export function viewingAsFanApi(services: { db: Db } & AccountMails) {
  return operations([
    as('admin', 'staff').post(
      '/api/users/{id}/viewing',
      {
        id: 'startViewing',
        needsConfirmation: true,
        throttle: 'expensive',
        summary:
          'View the product as a fan with this session, read-only and for at most 30 minutes; the fan is notified with the reason',
        params: z.object({ id: z.uuid() }),
        body: viewingSchema,
        output: done,
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params: { id }, body: { reason }, context }) => {
        const viewing = { action: 'viewed-as', entity: 'profiles', entityId: id } as const;
        await startViewing(services, actor, {
          fanId: id,
          reason,
          record: (tx, label) =>
            context.var.recordAccess(actor, { ...viewing, label, after: { reason } }, tx),
        });
        context.header('clear-site-data', '"cache"');
        return {};
      },
    ),
    signedIn.delete(
      '/api/viewing',
      {
        id: 'endViewing',
        whileViewingAsFan: true,
        summary: 'End viewing the product as a fan; may be repeated',
        output: done,
        example: {},
      },
      async ({ actor, context }) => {
        await endViewing(services.db, actor);
        context.header('clear-site-data', '"cache"');
        return {};
      },
    ),
  ]);
}
