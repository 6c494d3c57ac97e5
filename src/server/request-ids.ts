import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler, Next } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { currentRequestId, runFor } from '#src/platform/log/current-run.ts';
import { currentTracing, failSpan, withSpan, type Tracing } from '#src/platform/tracing/spans.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Gives every request an id, which its log lines, its audit entries, its response and its errors name. Ids
 * of clients are ignored: they could be anything. A call in the same process belongs to its request.
 */
export const requestIds: MiddlewareHandler<RequestEnv> = async (c, next) => {
  const requestId = currentRequestId() ?? randomUUID();
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  // Before there is a response, see addHeaders.
  outgoing?.setHeader(REQUEST_ID_HEADER, requestId);
  const tracing = currentTracing();
  await runFor({ requestId, operation: () => operationOf(c) }, () =>
    tracing ? traceRequest(tracing, c, next) : next(),
  );
  if (!outgoing) c.res.headers.set(REQUEST_ID_HEADER, requestId);
};

/** Method and pattern of the route that a request has reached so far, without ids and secrets. */
const operationOf = (c: Context): string => `${c.req.method} ${routeOf(c)}`;

const routeOf = (c: Context): string => matchedRoutes(c)[c.req.routeIndex]?.path ?? '*';

/** Runs a request within a span, which continues the trace of its caller. */
function traceRequest(tracing: Tracing, c: Context<RequestEnv>, next: Next): Promise<void> {
  const { method } = c.req;
  const caller = {
    traceparent: c.req.header('traceparent'),
    tracestate: c.req.header('tracestate'),
  };
  return tracing.continueTrace(caller, () =>
    withSpan({ name: method, kind: 'server' }, async (span) => {
      await next();
      span?.updateName(operationOf(c));
      span?.setAttributes({
        'http.request.method': method,
        'http.route': routeOf(c),
        'http.response.status_code': c.res.status,
      });
      // Errors are answered, not thrown.
      if (span && c.res.status >= 500) failSpan(span, c.error);
    }),
  );
}
