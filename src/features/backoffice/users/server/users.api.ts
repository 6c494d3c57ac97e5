import type { Pool } from 'pg';
import { z } from 'zod';
import { savedSchema } from '#src/features/identity/profile/profile.schema.ts';
import type { StopRenewals } from '#src/features/money/subscriptions/server/stop-renewals.ts';
import type { ExportServices } from '#src/features/privacy/data-export/server/export-data.ts';
import { bulkIds, bulkResultSchema, selectedRowsSchema } from '#src/lib/listing.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import {
  deletionPreviewSchema,
  newUserSchema,
  suspensionSchema,
  userChangeSchema,
  userFilterSchema,
  userPageSchema,
  userSchema,
} from '../users.schema.ts';
import { cancelEmailChange } from './change-email.ts';
import { deleteUser, type DeletionDependencies } from './delete-user.ts';
import { previewDeletion } from './deletion-preview.ts';
import { exportUser } from './export-user.ts';
import type { Inviting } from './invite-user.ts';
import { cancelSecondFactorReset, resetSecondFactor } from './reset-second-factor.ts';
import { requestPasswordResetFor } from './send-password-reset.ts';
import { activateUser, suspendUser } from './suspension.ts';
import { exportUsers, listUsers } from './user-list.ts';
import { deletionExample, userExample, userRowExample, usersCsvExample } from './users.examples.ts';
import { createManagedUser, getUser, updateUser } from './users.ts';

const done = z.object({});
const params = z.object({ id: z.uuid() });
const backOffice = as('admin', 'staff');

type Dependencies = DeletionDependencies &
  StopRenewals &
  Inviting &
  ExportServices & {
    pool: Pool;
    limits: Record<'forgotPassword' | 'forgotPasswordAddress', RateLimit>;
  };

/** Account management by the back office. */
export function usersApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/users',
      {
        id: 'listUsers',
        summary: 'List users by search text, role and status',
        query: userFilterSchema,
        output: userPageSchema,
        example: { rows: [userRowExample], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listUsers(pool, actor, query),
    ),
    backOffice.get(
      '/api/users.csv',
      {
        id: 'exportUsers',
        summary: 'Export the filtered users as CSV',
        query: userFilterSchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: usersCsvExample,
      },
      async ({ actor, query }) => exportUsers(pool, actor, query),
    ),
    backOffice.post(
      '/api/users.csv',
      {
        id: 'exportSelectedUsers',
        summary: 'Export selected users as CSV',
        body: selectedRowsSchema(userFilterSchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example: usersCsvExample,
      },
      async ({ actor, body }) => exportUsers(pool, actor, body),
    ),
    backOffice.post(
      '/api/users',
      {
        id: 'createUser',
        needsConfirmation: true,
        summary:
          'Create an admin (admins only), a staff member or a subscriber; without a password they are invited by mail, or without a mail server with a link that is returned once',
        body: newUserSchema,
        output: z.object({ id: z.uuid(), invitationLink: z.url().nullable() }),
        errors: ['email-taken', 'not-allowed-in-state'],
        example: { id: userRowExample.id, invitationLink: null },
      },
      ({ actor, body }) => createManagedUser(services, actor, body),
    ),
    backOffice.get(
      '/api/users/{id}',
      {
        id: 'getUser',
        views: { entity: 'profiles', label: ({ fullName, email }) => fullName || email },
        summary: 'Get a user with the editable fields',
        params,
        output: userSchema,
        errors: ['not-found'],
        example: userExample,
      },
      ({ actor, params: { id } }) => getUser(db, actor, id),
    ),
    backOffice.patch(
      '/api/users/{id}',
      {
        id: 'updateUser',
        summary:
          'Change a user; a new email takes effect once it is confirmed, and only admins can change it or limit staff to certain influencers. A new email, role or limit needs a recent confirmation',
        params,
        body: userChangeSchema,
        output: savedSchema,
        errors: [
          'not-found',
          'conflict',
          'email-taken',
          'not-allowed-in-state',
          'provider-unavailable',
          'confirmation-required',
        ],
        example: { version: 2 },
      },
      ({ actor, params: { id }, body }) => updateUser(services, actor, id, body),
    ),
    as('admin').delete(
      '/api/users/{id}/email-change',
      {
        id: 'cancelEmailChange',
        summary: "Cancel the change of a user's email that waits for its confirmation",
        params,
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await cancelEmailChange(db, actor, id);
        return {};
      },
    ),
    backOffice.post(
      '/api/users/{id}/password-reset',
      {
        id: 'sendPasswordReset',
        needsConfirmation: true,
        throttle: 'expensive',
        summary: 'Send a user a link to set a new password; the current one stays valid until then',
        params,
        output: done,
        errors: ['not-found', 'rate-limited'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await requestPasswordResetFor(services, actor, id);
        return {};
      },
    ),
    backOffice.post(
      '/api/users/{id}/second-factor-reset',
      {
        id: 'resetSecondFactor',
        needsConfirmation: true,
        summary:
          'Request to reset the second factor of a user, or do it if another member of the back office requested it within three days',
        params,
        output: z.object({ isReset: z.boolean() }),
        errors: ['not-found', 'not-allowed-in-state'],
        example: { isReset: false },
      },
      async ({ actor, params: { id } }) => ({
        isReset: await resetSecondFactor(services, actor, id),
      }),
    ),
    backOffice.delete(
      '/api/users/{id}/second-factor-reset',
      {
        id: 'cancelSecondFactorReset',
        summary: 'Withdraw or refuse a requested reset of a second factor',
        params,
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await cancelSecondFactorReset(db, actor, id);
        return {};
      },
    ),
    backOffice.post(
      '/api/users/suspend',
      {
        id: 'suspendUsers',
        needsConfirmation: true,
        summary: 'Suspend many users: sign-in and open sessions are refused at once',
        body: suspensionSchema.extend({ ids: bulkIds }),
        output: bulkResultSchema,
        example: { changed: ['5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11'], refused: [] },
      },
      ({ actor, body: { ids, reason } }) =>
        changeEach(ids, (id) => suspendUser(services, actor, id, reason)),
    ),
    backOffice.post(
      '/api/users/{id}/suspend',
      {
        id: 'suspendUser',
        needsConfirmation: true,
        summary: 'Suspend a user: sign-in and open sessions are refused at once',
        params,
        body: suspensionSchema,
        output: done,
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params: { id }, body: { reason } }) => {
        await suspendUser(services, actor, id, reason);
        return {};
      },
    ),
    backOffice.post(
      '/api/users/{id}/activate',
      {
        id: 'activateUser',
        needsConfirmation: true,
        summary: 'Lift the suspension of a user',
        params,
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await activateUser(db, actor, id);
        return {};
      },
    ),
    as('admin').get(
      '/api/users/{id}/export',
      {
        id: 'exportUser',
        summary:
          'Download everything that is stored about a user, who is notified, as a ZIP archive',
        params,
        output: z.string(),
        produces: 'application/zip',
        errors: ['not-found', 'rate-limited'],
        example: 'PK…',
      },
      ({ actor, params: { id } }) => exportUser(services, actor, id),
    ),
    backOffice.get(
      '/api/users/{id}/deletion',
      {
        id: 'previewDeletion',
        views: { entity: 'profiles', label: () => 'What a deletion removes' },
        summary: 'Preview what deleting a user would remove and retain',
        params,
        output: deletionPreviewSchema,
        errors: ['not-found'],
        example: deletionExample,
      },
      ({ actor, params: { id } }) => previewDeletion(services, actor, id),
    ),
    backOffice.delete(
      '/api/users/{id}',
      {
        id: 'deleteUser',
        needsConfirmation: true,
        summary: 'Delete a user with all their data; payouts stay in the ledger',
        params,
        output: done,
        errors: ['not-found', 'not-allowed-in-state', 'provider-unavailable'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await deleteUser(services, actor, id);
        return {};
      },
    ),
  ]);
}
