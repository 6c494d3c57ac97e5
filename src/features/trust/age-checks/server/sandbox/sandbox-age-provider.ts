import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';
import { signToken } from '#src/platform/config/signed-token.ts';
import { isSignedWebhook, signWebhook } from '#src/platform/http/webhook-signature.ts';
import { AGE_OUTCOMES, type AgeOutcome } from '../../age-checks.schema.ts';
import type { AgeProvider } from '../age-provider.ts';

const SIGNATURE_HEADER = 'x-sandbox-signature';
/** The purpose of the sandbox's numbers of checks: only the product can make one. */
export const SANDBOX_REFERENCE = 'sandbox age check v1';
// It calls its own process, so the newest key is enough.
const notificationKey = (secrets: Secrets) => deriveKeys(secrets, 'sandbox age notification v1')[0];

const notificationSchema = z.object({ reference: z.string(), outcome: z.enum(AGE_OUTCOMES) });

type SandboxConfig = Pick<Config, 'secrets' | 'publicUrl'>;

/** Test mode: a page of the product that plays a company, and reports through the real webhook. */
export function createSandboxAge({ secrets, publicUrl }: SandboxConfig): AgeProvider {
  return {
    method: 'sandbox',
    async start({ checkId }) {
      const reference = signToken(secrets, SANDBOX_REFERENCE, checkId);
      return { reference, url: `${publicUrl}/sandbox/age/${reference}` };
    },
    readNotification({ body, headers }) {
      const signature = headers.get(SIGNATURE_HEADER) ?? '';
      if (!isSignedWebhook(notificationKey(secrets), signature, body, new Date())) {
        throw new DomainError('invalid-input', 'The signature is not valid');
      }
      return notificationSchema.parse(JSON.parse(body));
    },
    // It stores nothing.
    fetchOutcome: async () => null,
  };
}

/** The signed call of the sandbox. */
export function sandboxNotification(
  { secrets, publicUrl }: SandboxConfig,
  result: { reference: string; outcome: AgeOutcome },
  signedAt = new Date(),
): Request {
  const body = JSON.stringify(result);
  return new Request(`${publicUrl}/webhooks/age/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(notificationKey(secrets), body, signedAt),
    },
    body,
  });
}
