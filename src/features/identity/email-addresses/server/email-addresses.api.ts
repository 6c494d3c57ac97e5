import type { Context } from 'hono';
import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { readDevice } from '#src/features/identity/auth/server/session-cookie.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import { open, operations, signedIn, type Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  changeEmailSchema,
  confirmEmailSchema,
  confirmationLinkSchema,
  emailTokenSchema,
  ownEmailSchema,
  undoLinkSchema,
} from '../email-addresses.schema.ts';
import { confirmEmail, getConfirmationLink, type LinkBrowser } from './confirm-email.ts';
import { getOwnEmail } from './own-email.ts';
import { cancelConfirmation, requestOwnEmail, resendConfirmation } from './request-confirmation.ts';
import { getUndoLink, undoEmailChange } from './undo-email-change.ts';

type Dependencies = AccountMails & {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
  guesses: GrowingDelay;
  limits: { addressMail: RateLimit; emailLink: RateLimit };
};

const done = z.object({});

/** One's own email address, and the links of the mails about it, which need no session. */
export function emailAddressesApi(services: Dependencies) {
  const { db, config, limits } = services;
  const describeBrowser = (c: Context, actor: Actor | null): LinkBrowser => ({
    userId: actor?.userId,
    device: readDevice(c, config),
  });
  return operations([
    signedIn.get(
      '/api/account/email',
      {
        id: 'getOwnEmail',
        summary: 'Get your email address, and the one that will replace it once it is confirmed',
        output: ownEmailSchema,
        errors: ['not-found'],
        example: { email: 'fan@example.com', isConfirmed: true, pendingEmail: null },
      },
      ({ actor }) => getOwnEmail(db, actor),
    ),
    signedIn.put(
      '/api/account/email',
      {
        id: 'changeOwnEmail',
        summary:
          'Change your email address; it takes effect with the link that is mailed to the new address',
        body: changeEmailSchema,
        output: done,
        errors: ['invalid-credentials', 'confirmation-required', 'rate-limited'],
        example: {},
      },
      async ({ actor, body }) => {
        await requestOwnEmail(services, actor, body);
        return {};
      },
    ),
    signedIn.post(
      '/api/account/email/confirmation',
      {
        id: 'resendConfirmation',
        summary: 'Send the link that confirms your email address again',
        output: done,
        errors: ['not-allowed-in-state', 'rate-limited'],
        example: {},
      },
      async ({ actor }) => {
        await resendConfirmation(services, actor);
        return {};
      },
    ),
    signedIn.delete(
      '/api/account/email/confirmation',
      {
        id: 'cancelOwnEmailChange',
        summary: 'Cancel the change of your email address that waits for its confirmation',
        output: done,
        example: {},
      },
      async ({ actor }) => {
        await cancelConfirmation(db, actor.userId);
        return {};
      },
    ),
    open.post(
      '/api/email-confirmation',
      {
        id: 'getConfirmationLink',
        summary: "Get the address that a mail's link confirms; changes nothing",
        body: emailTokenSchema,
        output: confirmationLinkSchema,
        errors: ['not-found', 'rate-limited'],
        example: { email: 'fan@example.com', isConfirmed: false, needsPassword: false },
      },
      async ({ actor, body, context }) => {
        await limits.emailLink.consume(context.var.clientNetwork);
        return getConfirmationLink(services, body.token, describeBrowser(context, actor));
      },
    ),
    open.post(
      '/api/email-confirmation/confirm',
      {
        id: 'confirmEmail',
        summary:
          "Confirm the address of a mail's link, with the password in a browser that the owner has not used; a new address replaces the present one",
        body: confirmEmailSchema,
        output: confirmationLinkSchema,
        errors: ['not-found', 'invalid-credentials', 'email-taken', 'rate-limited'],
        example: { email: 'fan@example.com', isConfirmed: true, needsPassword: false },
      },
      async ({ actor, body, context }) => {
        await limits.emailLink.consume(context.var.clientNetwork);
        return confirmEmail(services, body, describeBrowser(context, actor));
      },
    ),
    open.post(
      '/api/email-undo',
      {
        id: 'getUndoLink',
        summary: "Get the change of address that a mail's link undoes; changes nothing",
        body: emailTokenSchema,
        output: undoLinkSchema,
        errors: ['not-found', 'rate-limited'],
        example: { email: 'fan@example.com', isUndone: false },
      },
      async ({ body, context }) => {
        await limits.emailLink.consume(context.var.clientNetwork);
        return getUndoLink(services, body.token);
      },
    ),
    open.post(
      '/api/email-undo/undo',
      {
        id: 'undoEmailChange',
        summary:
          'Restore the previous address of an account: all sessions end, and a link for a new password is sent',
        body: emailTokenSchema,
        output: undoLinkSchema,
        errors: ['not-found', 'rate-limited'],
        example: { email: 'fan@example.com', isUndone: true },
      },
      async ({ body, context }) => {
        await limits.emailLink.consume(context.var.clientNetwork);
        return undoEmailChange(services, body.token);
      },
    ),
  ]);
}
