import { randomBytes, scrypt } from 'node:crypto';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';

const KEY_BYTES = 64;
const COST = { N: 16_384, r: 16, p: 1 };
/** Used in place of a missing hash, so that the check takes as long. */
const NO_HASH = `${'0'.repeat(32)}:${'0'.repeat(2 * KEY_BYTES)}`;

function deriveKey(password: string, salt: string): Promise<Buffer> {
  const options = { ...COST, maxmem: 256 * COST.N * COST.r };
  return new Promise((resolve, reject) => {
    // The same character can be typed in several encodings.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Hashes a password with scrypt, as `salt:key` in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await deriveKey(password, salt);
  return `${salt}:${key.toString('hex')}`;
}

/**
 * Whether a password matches a hash. Takes as long without a hash, so that timing does not reveal
 * whether an account exists.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const [salt = '', storedKey = ''] = (hash ?? NO_HASH).split(':');
  const expected = Buffer.from(storedKey, 'hex');
  const key = await deriveKey(password, salt);
  return isEqualInConstantTime(key, expected) && Boolean(hash);
}
