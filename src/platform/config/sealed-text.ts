import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { deriveKeys, type Secrets } from './keys.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a text is sealed for: it can be opened only for the same purpose and subject. */
export type SealedFor = {
  purpose: string;
  /** Such as the id of its owner. */
  subject: string;
};

/** Encrypts a text for the database (AES-256-GCM), so that a copy of the database does not reveal it. */
export function sealText(secrets: Secrets, { purpose, subject }: SealedFor, text: string): string {
  const [newest] = deriveKeys(secrets, purpose);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, newest, nonce);
  cipher.setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
}

/**
 * Decrypts a text with whichever secret sealed it.
 * @throws Error if none of the secrets did, if it was sealed for something else, or changed
 */
export function openText(
  secrets: Secrets,
  { purpose, subject }: SealedFor,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, 'base64url');
  let failure: unknown;
  for (const key of deriveKeys(secrets, purpose)) {
    try {
      return open(key, subject, bytes);
    } catch (error) {
      failure = error;
    }
  }
  const message = `Cannot open "${purpose}": it was sealed with a secret that SECRET no longer lists, for another subject, or changed`;
  throw new Error(message, { cause: failure });
}

function open(key: KeyObject, subject: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(subject));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
