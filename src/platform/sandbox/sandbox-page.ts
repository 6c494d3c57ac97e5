import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';

export type Content = ReturnType<typeof html>;

const moduleFile = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));
const FILES = {
  'page.css': [new URL('./sandbox-page.css', import.meta.url), 'text/css; charset=utf-8'],
  'forms.css': [new URL('./sandbox-forms.css', import.meta.url), 'text/css; charset=utf-8'],
  'display.woff2': [
    moduleFile('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'),
    'font/woff2',
  ],
  'text.woff2': [
    moduleFile('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    'font/woff2',
  ],
} as const;

/** The styles and fonts of the sandboxes' pages: `GET /sandbox/assets/…`. */
export function sandboxFiles(): Hono {
  const app = new Hono();
  for (const [name, [file, type]] of Object.entries(FILES)) {
    app.get(`/sandbox/assets/${name}`, async (c) =>
      c.body(new Uint8Array(await readFile(file)), 200, {
        'content-type': type,
        'cache-control': 'public, max-age=86400',
      }),
    );
  }
  return app;
}

/** The headers of the sandboxes' pages: no caching, no scripts, no frames. */
export const sandboxHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('cache-control', 'no-store');
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
};

/** The choices of what the provider that a sandbox plays does; the first one is chosen. */
export function sandboxActions<Action extends string>(
  legend: string,
  actions: readonly Action[],
  texts: Record<Action, { title: string; hint: string }>,
) {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${actions.map(
      (action, index) =>
        html`<label class="card">
          <input
            type="radio"
            name="action"
            value="${action}"
            required
            ${index === 0 ? 'checked' : ''}
          />
          <span class="number">${texts[action].title}</span>
          <span class="what">${texts[action].hint}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** A page of a sandbox. Plain HTML without scripts. @param notice what does not really happen */
export function sandboxPage(title: string, notice: string, content: Content) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Test mode</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/assets/page.css" />
        <link rel="stylesheet" href="/sandbox/assets/forms.css" />
      </head>
      <body>
        <header class="test-mode"><strong>TEST MODE</strong> ${notice}</header>
        ${content}
      </body>
    </html>`;
}

/** A page with a message and a link back. */
export function sandboxMessage(title: string, notice: string, message: string, back?: string) {
  return sandboxPage(
    title,
    notice,
    html`<main class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      ${back && html`<a class="button" href="${back}">Go back</a>`}
    </main>`,
  );
}
