import { hkdfSync } from 'node:crypto';

/** Derives a 32-byte key for a single purpose from the product's secret (HKDF-SHA256). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `velvet-rope ${purpose}`, 32));
}
