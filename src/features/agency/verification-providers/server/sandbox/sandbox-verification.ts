import { eq } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { formatUtcDay } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { Log } from '#src/platform/log/log.ts';
import { sandboxHeaders } from '#src/platform/sandbox/sandbox-page.ts';
import type { VerificationOutcome } from '../../verification-providers.schema.ts';
import { sandboxVerifications } from '../sandbox-verifications.table.ts';
import { decideInSandbox } from './sandbox-provider.ts';
import {
  SANDBOX_ACTIONS,
  verificationMessage,
  verificationPage,
  type SandboxAction,
} from './sandbox-verification-page.ts';

type Dependencies = {
  db: Db;
  log: Log;
  config: Pick<Config, 'secrets' | 'publicUrl'>;
  deliver: (request: Request) => Response | Promise<Response>;
};

const OUTCOMES: Record<Exclude<SandboxAction, 'ignore'>, VerificationOutcome> = {
  approve: 'approved',
  decline: 'declined',
  resubmit: 'resubmission',
  expire: 'expired',
};
const REASONS: Record<SandboxAction, string | null> = {
  approve: null,
  decline: 'The document is not genuine',
  resubmit: 'The picture is blurred',
  expire: null,
  ignore: null,
};

const blankIsNull = (value: unknown) => (value === '' ? null : value);
const text = z.preprocess(blankIsNull, z.string().trim().max(200).nullable());
const day = z.preprocess(blankIsNull, z.iso.date('Enter dates as YYYY-MM-DD.').nullable());
const formSchema = z.object({
  action: z.enum(SANDBOX_ACTIONS, 'Choose a result.'),
  givenNames: text,
  surname: text,
  dateOfBirth: day,
  expiresOn: day,
  loseReport: z.literal('on').optional(),
});

/** For as long is a suggested document valid. */
const VALID_YEARS = 5;

function suggestedExpiry(): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + VALID_YEARS);
  return formatUtcDay(date);
}

type Session = typeof sandboxVerifications.$inferSelect;

/** The page that plays the provider of identity checks. Mounted in test mode only. */
export function sandboxVerification({ db, log, config, deliver }: Dependencies) {
  const app = new Hono<RequestEnv>();
  const path = '/sandbox/verification/:id';
  app.use(path, sandboxHeaders);

  const show = (c: Context, session: Session, alert: string | undefined, status?: 400 | 502) => {
    const form = { ...session, expiresOn: suggestedExpiry() };
    return c.html(verificationPage(form, { alert }), status ?? 200);
  };

  app.get(path, async (c) => {
    const session = await findSession(c, db);
    if (session instanceof Response) return session;
    const isAgain = session.outcome === 'resubmission';
    return show(c, session, isAgain ? 'The picture is blurred. Please try again.' : undefined);
  });

  app.post(path, bodyLimit({ maxSize: 4096 }), async (c) => {
    const session = await findSession(c, db);
    if (session instanceof Response) return session;
    const form = formSchema.safeParse(await readForm(c));
    if (!form.success) return show(c, session, form.error.issues[0]!.message, 400);
    const { action, loseReport, expiresOn, ...person } = form.data;
    if (action === 'ignore') return c.redirect(session.returnUrl, 303);
    const report = await decideInSandbox(db, config, {
      reference: session.id,
      sessionId: session.sessionId,
      outcome: OUTCOMES[action],
      decidedAt: await readDatabaseTime(db),
      reason: REASONS[action],
      person,
      expiresOn,
    });
    const delivered = loseReport ? null : await deliver(report);
    if (delivered && !delivered.ok) {
      log.error({ status: delivered.status }, 'the sandbox could not report a check');
      return show(c, session, 'The result could not be reported. Please try again.', 502);
    }
    return c.redirect(action === 'resubmit' ? c.req.path : session.returnUrl, 303);
  });
  return app;
}

/** A session that is not decided, or a page that says why not. */
async function findSession(c: Context, db: Db): Promise<Session | Response> {
  const [session] = await db
    .select()
    .from(sandboxVerifications)
    .where(eq(sandboxVerifications.id, c.req.param('id') ?? ''));
  if (!session) {
    return c.html(
      verificationMessage('Check not found', 'This link doesn’t lead to an identity check.'),
      404,
    );
  }
  if (session.outcome === null || session.outcome === 'resubmission') return session;
  return c.html(
    verificationMessage('This check is over', 'You don’t have to do anything here.'),
    410,
  );
}
