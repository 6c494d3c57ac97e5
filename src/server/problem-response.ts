import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { toProblem, type DomainError, type Problem } from '#src/lib/problem.ts';
import { currentRequestId } from '#src/platform/log/current-run.ts';
import { errorPagePolicy } from './content-security-policy.ts';

/** Creates the response for an error: a page when the browser requested one, else problem+json. */
export async function createProblemResponse(c: Context, error: DomainError): Promise<Response> {
  const requestId = currentRequestId();
  const problem: Problem = { ...toProblem(error), ...(requestId && { requestId }) };
  const wantsPage =
    c.req.header('accept')?.includes('text/html') && !c.req.path.startsWith('/api/');
  return new Response(wantsPage ? String(await problemPage(problem)) : JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...Object.fromEntries(c.res.headers),
      'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      'cache-control': 'no-store',
      ...(error.retryAfter && { 'retry-after': String(error.retryAfter) }),
      ...(wantsPage && { 'content-security-policy': errorPagePolicy(STYLE) }),
    },
  });
}

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1.5rem}';

// Self-contained, because it is shown when the pages themselves fail.
const problemPage = ({ code, status, title, detail, requestId }: Problem) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Velvet Rope</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <h1>${title}</h1>
        ${detail === title ? '' : html`<p>${detail}</p>`}
        ${status >= 500 && requestId ? html`<p>Reference: <code>${requestId}</code></p>` : ''}
        ${
          code === 'region-blocked'
            ? html`<p>
                You can still <a href="/my-subscriptions">manage your subscriptions</a> and
                <a href="/my-account">your account</a>, <a href="/auth">sign in</a> as a creator,
                <a href="/contact">write to us</a> or <a href="/report">report content</a>.
              </p>`
            : html`<p><a href="/">Go to the home page</a></p>`
        }
      </body>
    </html>`;
