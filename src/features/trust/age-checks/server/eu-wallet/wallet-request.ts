import { randomBytes } from 'node:crypto';
import type { Config } from '#src/platform/config/config.ts';
import { signToken } from '#src/platform/config/signed-token.ts';
import { CREDENTIAL_ID, OVER_18, PROOF_OF_AGE, type WalletRequest } from './verify-proof-of-age.ts';

type WalletConfig = Pick<Config, 'publicUrl' | 'secrets'>;

/** The path that receives the answers of wallets, before the reference of the check. */
export const WALLET_RESPONSES = '/webhooks/age/eu_wallet';

const QUERY = {
  credentials: [
    {
      id: CREDENTIAL_ID,
      format: 'mso_mdoc',
      meta: { doctype_value: PROOF_OF_AGE },
      claims: [{ path: [PROOF_OF_AGE, OVER_18] }],
    },
  ],
};

/** A reference that nobody can guess: whoever has it can answer. Short, because it is in a QR code. */
export function newReference(): string {
  return randomBytes(16).toString('base64url');
}

/** What the wallet has to sign for a check. */
export function walletRequest(
  { publicUrl, secrets }: WalletConfig,
  reference: string,
): WalletRequest {
  const responseUri = `${publicUrl}${WALLET_RESPONSES}/${reference}`;
  return {
    responseUri,
    clientId: `redirect_uri:${responseUri}`,
    nonce: signToken(secrets, 'age wallet nonce v1', reference).slice(reference.length + 1),
  };
}

/** The request of annex A of the EU age verification profile, as a link for the wallet. */
export function walletLink(config: WalletConfig, reference: string): string {
  const { clientId, responseUri, nonce } = walletRequest(config, reference);
  const query = new URLSearchParams({
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: clientId,
    response_uri: responseUri,
    nonce,
    state: reference,
    dcql_query: JSON.stringify(QUERY),
  });
  return `av://authorize?${query}`;
}
