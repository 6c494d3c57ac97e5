import { z } from 'zod';
import { isTrapped } from '#src/lib/bot-trap.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Log } from '#src/platform/log/log.ts';
import {
  agencyMessageSchema,
  contactPageSchema,
  contactQuerySchema,
  contactSchema,
} from '../contact.schema.ts';
import type { ContactMailer } from './contact-mail.ts';
import { listOpenMessages, sendAgencyMessage, sendContactMessage } from './contact.ts';
import { markMessageAnswered, undoMessageAnswered } from './conversation-state.ts';

const done = z.object({});

type Dependencies = ContactMailer & { db: Db; log: Log; limits: { contact: RateLimit } };

/** The contact form, messages of influencers, and the list of both for the staff. */
export function contactApi({ db, log, limits, ...mailer }: Dependencies) {
  return operations([
    open.post(
      '/api/contact',
      {
        id: 'sendContactMessage',
        summary: 'Send a message to the staff',
        body: contactSchema,
        output: done,
        errors: ['rate-limited'],
        example: {},
      },
      async ({ body, context }) => {
        await limits.contact.consume(context.var.clientNetwork);
        if (isTrapped(body)) log.info('a contact message from a bot was left out');
        else await sendContactMessage(db, mailer, body);
        return {};
      },
    ),
    as('influencer').post(
      '/api/agency-messages',
      {
        id: 'sendAgencyMessage',
        throttle: 'expensive',
        summary: 'Send a message to your agency',
        body: agencyMessageSchema,
        output: done,
        errors: ['rate-limited'],
        example: {},
      },
      async ({ actor, body }) => {
        await limits.contact.consume(actor.userId);
        await sendAgencyMessage(db, mailer, actor, body);
        return {};
      },
    ),
    as('admin', 'staff').get(
      '/api/contact',
      {
        id: 'listOpenMessages',
        summary: 'List unanswered messages, newest first',
        query: contactQuerySchema,
        output: contactPageSchema,
        example: { messages: [], nextCursor: null },
      },
      ({ actor, query }) => listOpenMessages(db, actor, query.cursor),
    ),
    as('admin', 'staff').post(
      '/api/contact/{id}/answered',
      {
        id: 'markMessageAnswered',
        summary: 'Mark a message as answered; repeating it changes nothing',
        params: z.object({ id: z.uuid() }),
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await markMessageAnswered(db, actor, params.id);
        return {};
      },
    ),
    as('admin', 'staff').post(
      '/api/contact/{id}/undo-answered',
      {
        id: 'undoMessageAnswered',
        summary: 'Open a message again that the caller marked as answered',
        params: z.object({ id: z.uuid() }),
        output: done,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params }) => {
        await undoMessageAnswered(db, actor, params.id);
        return {};
      },
    ),
  ]);
}
