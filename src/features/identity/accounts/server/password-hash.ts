import { argon2, randomBytes, scrypt } from 'node:crypto';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';

/**
 * The cost of argon2id: KiB of memory, and passes. OWASP's minimum; about 60 ms on one core. Only
 * test/password-cost.ts lowers it.
 */
export const PASSWORD_COST = { memory: 19_456, passes: 2 };

type Cost = typeof PASSWORD_COST;
type StoredHash = { derive: (password: string) => Promise<Buffer>; key: Buffer };

const KEY_BYTES = 32;
const FORMAT = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([\w+/-]+)\$([\w+/-]+)$/;
/** Accounts of earlier versions have it until their next sign-in: `salt:key` of scrypt, in hexadecimal. */
const EARLIER_FORMAT = /^([\da-f]{32}):([\da-f]{128})$/;
const EARLIER_COST = { N: 16_384, r: 16, p: 1, maxmem: 256 * 16_384 * 16 };

const toText = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
// The same character can be typed in several encodings.
const normalize = (password: string): string => password.normalize('NFKC');
const describe = ({ memory, passes }: Cost): string => `$argon2id$v=19$m=${memory},t=${passes},p=1`;

function deriveKey(password: string, salt: Buffer, { memory, passes }: Cost): Promise<Buffer> {
  const message = normalize(password);
  const parameters = { message, nonce: salt, memory, passes, parallelism: 1, tagLength: KEY_BYTES };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function deriveEarlierKey(password: string, salt: string, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(normalize(password), salt, length, EARLIER_COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function parseHash(hash: string): StoredHash | null {
  const [, memory, passes, salt, key] = FORMAT.exec(hash) ?? [];
  if (key !== undefined) {
    const cost = { memory: Number(memory), passes: Number(passes) };
    return {
      derive: (password) => deriveKey(password, Buffer.from(salt!, 'base64'), cost),
      key: Buffer.from(key, 'base64'),
    };
  }
  const [, earlierSalt, earlierKey] = EARLIER_FORMAT.exec(hash) ?? [];
  if (earlierKey === undefined) return null;
  const expected = Buffer.from(earlierKey, 'hex');
  return {
    derive: (password) => deriveEarlierKey(password, earlierSalt!, expected.length),
    key: expected,
  };
}

/** Hashes a password with argon2id, in the PHC string format, which states algorithm and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = { ...PASSWORD_COST };
  const key = await deriveKey(password, salt, cost);
  return `${describe(cost)}$${toText(salt)}$${toText(key)}`;
}

/** Whether a hash has another algorithm or cost than new ones. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(`${describe(PASSWORD_COST)}$`);
}

/**
 * Whether a password matches a hash. Takes as long without a hash, so that timing does not reveal
 * whether an account exists.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const stored = parseHash(hash ?? '');
  if (!stored) {
    await hashPassword(password);
    return false;
  }
  return isEqualInConstantTime(await stored.derive(password), stored.key);
}
