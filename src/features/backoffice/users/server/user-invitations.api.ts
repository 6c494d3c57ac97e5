import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import { inviteAgain, type InvitingAgain } from './invite-user.ts';

const done = z.object({});
const params = z.object({ id: z.uuid() });
const backOffice = as('admin', 'staff');

/** Invitations of users by mail. */
export function userInvitationsApi(services: InvitingAgain) {
  return operations([
    backOffice.get(
      '/api/users/invitations',
      {
        id: 'getInvitations',
        summary: 'Whether users can be invited by mail, which needs a mail server',
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
        output: done,
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await inviteAgain(services, actor, id);
        return {};
      },
    ),
  ]);
}
