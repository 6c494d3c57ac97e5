import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { unsubscribe } from './unsubscribe.ts';

const refuseLargeBody = () => {
  throw new DomainError('payload-too-large');
};

/**
 * The address in the List-Unsubscribe header of mails (RFC 8058). Mail programs send it a POST
 * request, which unsubscribes at once. People who open it reach the page with the button. Without a
 * rate limit: a mail provider sends the requests of all its users from a few addresses.
 */
export function oneClickUnsubscribe(services: { db: Db; config: Pick<Config, 'secrets'> }) {
  return new Hono<RequestEnv>()
    .get('/unsubscribe/:token', (c) => {
      c.header('cache-control', 'no-store');
      c.header('x-robots-tag', 'noindex');
      return c.redirect(`/unsubscribe#${encodeURIComponent(c.req.param('token'))}`, 302);
    })
    .post(
      '/unsubscribe/:token',
      bodyLimit({ maxSize: 10_000, onError: refuseLargeBody }),
      async (c) => {
        const form = await readForm(c);
        if (form['List-Unsubscribe'] !== 'One-Click') {
          throw new DomainError('invalid-input', 'The field List-Unsubscribe must be One-Click');
        }
        await unsubscribe(services, { token: c.req.param('token'), all: false });
        return c.text('You are unsubscribed.', 200, { 'cache-control': 'no-store' });
      },
    );
}
