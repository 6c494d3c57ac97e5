import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import { inviteAgain, type InvitingAgain } from './invite-user.ts';

const params = z.object({ id: z.uuid() });
const backOffice = as('admin', 'staff');

/** Invitations of users. */
export function userInvitationsApi(services: InvitingAgain) {
  return operations([
    backOffice.get(
      '/api/users/invitations',
      {
        id: 'getInvitations',
        summary: 'Whether invitations are mailed, or shown as a link without a mail server',
        output: z.object({ isAvailable: z.boolean() }),
        example: { isAvailable: true },
      },
      async () => ({ isAvailable: isMailConnected(services.config) }),
    ),
    backOffice.post(
      '/api/users/{id}/invitation',
      {
        id: 'sendInvitation',
        needsConfirmation: true,
        summary:
          'Send a new invitation to a user who has not chosen a password yet; earlier links stop working',
        params,
        output: z.object({ invitationLink: z.url().nullable() }),
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: { invitationLink: null },
      },
      async ({ actor, params: { id } }) => ({
        invitationLink: await inviteAgain(services, actor, id),
      }),
    ),
  ]);
}
