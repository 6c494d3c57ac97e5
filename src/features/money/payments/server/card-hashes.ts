import { createHmac } from 'node:crypto';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';

/**
 * What stands for a card: a keyed hash of the provider's fingerprint under each secret of the product,
 * the newest first. The fingerprint itself is not stored.
 */
export function hashCard(secrets: Secrets, provider: string, fingerprint: string): string[] {
  return deriveKeys(secrets, 'card fingerprint v1').map((key) =>
    createHmac('sha256', key).update(`${provider} ${fingerprint}`).digest('base64url'),
  );
}
