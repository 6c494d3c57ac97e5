import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { AgeProvider } from '../age-provider.ts';
import { credentialRequest, newReference, walletLink } from './wallet-request.ts';

/**
 * The age verification app of the EU, or a wallet that contains its proof of age. There is no company:
 * the wallet answers to the product, directly (wallet-responses.ts) or through the browser.
 */
export function createEuWallet(config: Pick<Config, 'publicUrl' | 'secrets'>): AgeProvider {
  return {
    method: 'eu_wallet',
    async start() {
      const reference = newReference();
      return {
        reference,
        url: walletLink(config, reference),
        credentialRequest: credentialRequest(config, reference),
      };
    },
    readNotification() {
      throw new DomainError('not-found');
    },
    fetchOutcome: async () => null,
  };
}
