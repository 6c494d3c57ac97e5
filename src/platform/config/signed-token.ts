import { createHmac } from 'node:crypto';
import { isUuid } from '#src/lib/uuid.ts';
import { isEqualInConstantTime } from './constant-time.ts';
import { deriveKey } from './keys.ts';

const sign = (secret: string, purpose: string, id: string): Buffer =>
  createHmac('sha256', deriveKey(secret, purpose)).update(id).digest();

/**
 * The token of a mail's link: `<id>.<signature>`. It permits a single purpose for a single record,
 * and is never stored.
 */
export function signToken(secret: string, purpose: string, id: string): string {
  return `${id}.${sign(secret, purpose, id).toString('base64url')}`;
}

/** The id of the record that a token is for; null if the signature is invalid. */
export function readToken(secret: string, purpose: string, token: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  if (!isUuid(id)) return null;
  const given = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(given, sign(secret, purpose, id)) ? id : null;
}
