import type { Context } from 'hono';
import type { DomainError, ProblemCode } from '#src/lib/problem.ts';
import { loggedPath } from '#src/platform/http/logged-path.ts';
import { callerOf, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';

/** Refusals by sign-in, access checks and limits; others are ordinary mistakes. */
const LOGGED = new Set<ProblemCode>([
  'unauthenticated',
  'invalid-credentials',
  'second-factor-required',
  'invalid-code',
  'invalid-passkey',
  'suspended',
  'password-change-required',
  'second-factor-setup-required',
  'confirmation-required',
  'viewing-as-fan',
  'forbidden',
  'cross-site',
  'rate-limited',
  'unknown-host',
]);

/** So that nobody can fill the log: further refusals of a minute are counted only. */
const LINES_PER_MINUTE = 300;

/** Logs refused requests with user and address, but nothing that the client typed. */
export function logRefusedRequests(log: Log, now = Date.now) {
  let [minute, lines] = [0, 0];
  return async (c: Context<RequestEnv>, { code }: DomainError): Promise<void> => {
    if (!LOGGED.has(code)) return;
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      const omitted = lines - LINES_PER_MINUTE;
      if (omitted > 0) log.warn({ omitted }, 'more requests were refused than logged');
      [minute, lines] = [current, 0];
    }
    if (++lines > LINES_PER_MINUTE) return;
    // Not set when the refusal came before them.
    const actor = await c.var.findActor?.({ whileViewingAsFan: true }).catch(() => null);
    const userId = actor && actor !== 'suspended' ? callerOf(actor) : undefined;
    const { method } = c.req;
    const path = loggedPath(c.req.path);
    const address = c.var.clientAddress;
    log.info({ code, method, path, address, userId }, 'a request was refused');
  };
}
