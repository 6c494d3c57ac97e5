import { hkdfSync } from 'node:crypto';

/** A 32-byte key for one purpose alone, derived from the product's secret (HKDF-SHA256). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `velvet-rope ${purpose}`, 32));
