import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import { readToken } from '#src/platform/config/signed-token.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { sandboxHeaders } from '#src/platform/sandbox/sandbox-page.ts';
import { agePage, SANDBOX_AGE_ACTIONS, unknownAgeCheck } from './sandbox-age-page.ts';
import { SANDBOX_REFERENCE, sandboxNotification } from './sandbox-age-provider.ts';

type Dependencies = {
  config: Pick<Config, 'secrets' | 'publicUrl'>;
  deliver: (request: Request) => Response | Promise<Response>;
};

const formSchema = z.object({ action: z.enum(SANDBOX_AGE_ACTIONS, 'Choose a result.') });

/** The page that plays a company that verifies ages. Mounted in test mode only. */
export function sandboxAge({ config, deliver }: Dependencies) {
  const app = new Hono<RequestEnv>();
  const path = '/sandbox/age/:reference';
  const isKnown = (reference: string) =>
    readToken(config.secrets, SANDBOX_REFERENCE, reference) !== null;
  app.use(path, sandboxHeaders);

  app.get(path, (c) =>
    isKnown(c.req.param('reference')) ? c.html(agePage({})) : c.html(unknownAgeCheck(), 404),
  );

  app.post(path, bodyLimit({ maxSize: 4096 }), async (c) => {
    const reference = c.req.param('reference');
    if (!isKnown(reference)) return c.html(unknownAgeCheck(), 404);
    const form = formSchema.safeParse(await readForm(c));
    if (!form.success) return c.html(agePage({ alert: form.error.issues[0]!.message }), 400);
    const { action } = form.data;
    if (action !== 'ignore') {
      const delivered = await deliver(sandboxNotification(config, { reference, outcome: action }));
      if (!delivered.ok) {
        return c.html(agePage({ alert: 'The result could not be reported. Try again.' }), 502);
      }
    }
    return c.redirect(`${config.publicUrl}/age-check`, 303);
  });
  return app;
}
