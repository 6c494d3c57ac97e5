import { eq } from 'drizzle-orm';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DomainError } from '#src/lib/problem.ts';
import { readForm } from '#src/platform/http/form-body.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { requireStorableText } from '#src/platform/http/storable-text.ts';
import type { WalletAnswer } from '../../age-checks.schema.ts';
import { ageChecks } from '../age-checks.table.ts';
import { getWalletCheck, settleWalletCheck, type WalletServices } from './settle-wallet-check.ts';
import { directRequest, WALLET_RESPONSES } from './wallet-request.ts';

/** A presentation has about two kilobytes. */
const MAXIMUM_BODY = 32 * 1024;

/** What a form contains; without a token, an answer that proves nothing. */
function answerOf({ vp_token: vpToken, error }: Record<string, unknown>): WalletAnswer {
  if (error !== undefined) return { error: typeof error === 'string' ? error : '' };
  return { vpToken: typeof vpToken === 'string' ? vpToken : '' };
}

/** Receives the answer of a wallet (OpenID4VP 1.0, `direct_post`): one for each check. */
export function walletResponses(services: WalletServices) {
  const limit = bodyLimit({
    maxSize: MAXIMUM_BODY,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });

  async function answer(c: Context<RequestEnv>, reference: string): Promise<Response> {
    requireStorableText({ reference });
    const { id } = await getWalletCheck(services.db, eq(ageChecks.reference, reference));
    const form = await readForm(c);
    if (form.state !== reference)
      throw new DomainError('invalid-input', 'The state is not the one sent');
    const request = directRequest(services.config, reference);
    await settleWalletCheck(services, { id, request }, answerOf(form));
    return c.json({});
  }

  return new Hono<RequestEnv>().post(`${WALLET_RESPONSES}/:reference`, limit, (c) =>
    answer(c, c.req.param('reference')),
  );
}
