import { createHmac } from 'node:crypto';
import { DomainError } from '#src/lib/problem.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';

/** The header with the signature of a received mail: `t=<Unix time>,v1=<HMAC-SHA256 in hex>`. */
export const SIGNATURE_HEADER = 'x-signature';
const TOLERANCE_SECONDS = 5 * 60;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The signature of a body at a time: the HMAC of `<Unix time>.<body>`. */
export function signInboundMail(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** @throws DomainError 'invalid-input' for a wrong signature, or one that is older than five minutes */
export function verifyInboundMail(
  secret: string,
  { body, signature }: { body: string; signature: string },
): void {
  const seconds = Number(SIGNATURE.exec(signature)?.[1]);
  const isRecent = Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_SECONDS;
  const expected = Buffer.from(signInboundMail(secret, body, seconds));
  if (isRecent && isEqualInConstantTime(Buffer.from(signature), expected)) return;
  throw new DomainError('invalid-input', 'The signature is not valid');
}
