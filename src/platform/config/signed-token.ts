import { createHmac } from 'node:crypto';
import { isEqualInConstantTime } from './constant-time.ts';
import { deriveKey } from './keys.ts';

const sign = (secret: string, purpose: string, subject: string): Buffer =>
  createHmac('sha256', deriveKey(secret, purpose)).update(subject).digest();

/**
 * The token of a mail's link: `<subject>.<signature>`. It permits a single purpose for a single
 * subject, such as the id of a record, and is never stored.
 */
export function signToken(secret: string, purpose: string, subject: string): string {
  return `${subject}.${sign(secret, purpose, subject).toString('base64url')}`;
}

/** The subject of a token; null if the signature is invalid. */
export function readToken(secret: string, purpose: string, token: string): string | null {
  const dot = token.lastIndexOf('.');
  const subject = token.slice(0, Math.max(dot, 0));
  const given = Buffer.from(token.slice(dot + 1), 'base64url');
  return isEqualInConstantTime(given, sign(secret, purpose, subject)) ? subject : null;
}
