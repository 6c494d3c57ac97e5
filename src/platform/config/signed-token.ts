import { createHmac, type KeyObject } from 'node:crypto';
import { isUuid } from '#src/lib/uuid.ts';
import { isEqualInConstantTime } from './constant-time.ts';
import { deriveKeys, type Secrets } from './keys.ts';

const sign = (key: KeyObject, subject: string): Buffer =>
  createHmac('sha256', key).update(subject).digest();

/**
 * A token for the link of a mail or a cookie: `<subject>.<signature>`. It permits a single purpose for a
 * single subject, such as the id of a record. That of a mail is never stored.
 */
export function signToken(secrets: Secrets, purpose: string, subject: string): string {
  const [newest] = deriveKeys(secrets, purpose);
  return `${subject}.${sign(newest, subject).toString('base64url')}`;
}

/** The subject of a token; null if the signature is invalid. */
export function readToken(secrets: Secrets, purpose: string, token: string): string | null {
  const dot = token.lastIndexOf('.');
  const subject = token.slice(0, Math.max(dot, 0));
  const given = Buffer.from(token.slice(dot + 1), 'base64url');
  const isValid = deriveKeys(secrets, purpose).some((key) =>
    isEqualInConstantTime(given, sign(key, subject)),
  );
  return isValid ? subject : null;
}

/** The id in a token whose subject is one; null if the signature is invalid or the subject is none. */
export function readSignedId(secrets: Secrets, purpose: string, token: string): string | null {
  const subject = readToken(secrets, purpose, token);
  return subject !== null && isUuid(subject) ? subject : null;
}
