import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { isSignedWebhook, signWebhook } from '#src/platform/http/webhook-signature.ts';
import {
  verificationResultSchema,
  type VerificationResult,
} from '../../verification-providers.schema.ts';
import { sandboxVerifications } from '../sandbox-verifications.table.ts';
import type { VerificationProvider } from '../verification-provider.ts';

const SIGNATURE_HEADER = 'x-sandbox-signature';
// It calls its own process, so the newest key is enough.
const reportKey = (secrets: Secrets) => deriveKeys(secrets, 'sandbox verification v1')[0];

const reportSchema = verificationResultSchema.extend({ decidedAt: z.coerce.date() });

type SandboxConfig = Pick<Config, 'secrets' | 'publicUrl'>;

/** Test mode: a page of the product that plays the provider, and reports through the real webhook. */
export function createSandboxVerification(db: Db, config: SandboxConfig): VerificationProvider {
  const key = reportKey(config.secrets);
  return {
    name: 'sandbox',
    async createSession({ sessionId, returnUrl, expected }) {
      const id = randomBytes(18).toString('base64url');
      await db.insert(sandboxVerifications).values({ id, sessionId, returnUrl, ...expected });
      return { reference: id, url: `${config.publicUrl}/sandbox/verification/${id}` };
    },
    verifyReport({ body, headers }) {
      const signature = headers.get(SIGNATURE_HEADER) ?? '';
      if (isSignedWebhook(key, signature, body, new Date())) return;
      throw new DomainError('invalid-input', 'The signature is not valid');
    },
    readReport: (body) => reportSchema.parse(JSON.parse(body)),
    async fetchReport(reference) {
      const [found] = await db
        .select({ report: sandboxVerifications.report })
        .from(sandboxVerifications)
        .where(eq(sandboxVerifications.id, reference));
      return found?.report ?? null;
    },
  };
}

/** Stores what the sandbox decided. @returns the signed call that reports it */
export async function decideInSandbox(
  db: Db,
  config: SandboxConfig,
  result: VerificationResult,
): Promise<Request> {
  const body = JSON.stringify(result);
  await db
    .update(sandboxVerifications)
    .set({ outcome: result.outcome, report: body })
    .where(eq(sandboxVerifications.id, result.reference));
  return sandboxReport(config, body);
}

/** The signed call of the sandbox. */
export function sandboxReport(
  { secrets, publicUrl }: SandboxConfig,
  body: string,
  signedAt = new Date(),
): Request {
  return new Request(`${publicUrl}/webhooks/verification/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(reportKey(secrets), body, signedAt),
    },
    body,
  });
}
