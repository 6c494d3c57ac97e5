import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * The product's secrets, the newest first. The first one signs and seals; all of them verify and open, so
 * that a new one can be put in front while the previous one is still in use.
 */
export type Secrets = readonly [string, ...string[]];

type Keys = readonly [KeyObject, ...KeyObject[]];

// A few purposes with a secret or two, derived once.
const derived = new Map<string, KeyObject>();

function deriveKey(secret: string, purpose: string): KeyObject {
  // A secret may contain anything but a null character, and begin like the end of a purpose.
  const name = `${purpose}\0${secret}`;
  const known = derived.get(name);
  if (known) return known;
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', secret, '', `velvet-rope ${purpose}`, 32)),
  );
  derived.set(name, key);
  return key;
}

/** Derives a 32-byte key for a single purpose from each secret, the newest first (HKDF-SHA256). */
export function deriveKeys([newest, ...previous]: Secrets, purpose: string): Keys {
  return [deriveKey(newest, purpose), ...previous.map((secret) => deriveKey(secret, purpose))];
}
