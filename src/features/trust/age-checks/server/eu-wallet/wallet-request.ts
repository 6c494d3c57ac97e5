import { randomBytes } from 'node:crypto';
import type { Config } from '#src/platform/config/config.ts';
import { signToken } from '#src/platform/config/signed-token.ts';
import { CREDENTIAL_PROTOCOL, type StartedAgeCheck } from '../../age-checks.schema.ts';
import {
  CREDENTIAL_ID,
  OVER_18,
  PROOF_OF_AGE,
  type BrowserRequest,
  type DirectRequest,
} from './proof-of-age.ts';

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

const nonceOf = ({ secrets }: WalletConfig, purpose: string, reference: string) =>
  signToken(secrets, purpose, reference).slice(reference.length + 1);

/** What a wallet has to sign that answers directly. */
export function directRequest(config: WalletConfig, reference: string): DirectRequest {
  const responseUri = `${config.publicUrl}${WALLET_RESPONSES}/${reference}`;
  return {
    responseUri,
    clientId: `redirect_uri:${responseUri}`,
    nonce: nonceOf(config, 'age wallet nonce v1', reference),
  };
}

/** What a wallet has to sign that answers through the browser: its origin takes the place of an address. */
export function browserRequest(config: WalletConfig, reference: string): BrowserRequest {
  return {
    origin: new URL(config.publicUrl).origin,
    nonce: nonceOf(config, 'age credential nonce v1', reference),
  };
}

/** ES256, which is the only algorithm of the profile. */
const ALGORITHMS = [-7];

/** The request for the Digital Credentials API (OpenID4VP 1.0, appendix A). */
export function credentialRequest(
  config: WalletConfig,
  reference: string,
): NonNullable<StartedAgeCheck['credentialRequest']> {
  return {
    protocol: CREDENTIAL_PROTOCOL,
    data: {
      response_type: 'vp_token',
      response_mode: 'dc_api',
      nonce: browserRequest(config, reference).nonce,
      dcql_query: QUERY,
      client_metadata: {
        vp_formats_supported: {
          mso_mdoc: { issuerauth_alg_values: ALGORITHMS, deviceauth_alg_values: ALGORITHMS },
        },
      },
    },
  };
}

/** The request of annex A of the EU age verification profile, as a link for the wallet. */
export function walletLink(config: WalletConfig, reference: string): string {
  const { clientId, responseUri, nonce } = directRequest(config, reference);
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
