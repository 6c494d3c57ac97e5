/** The document type and the namespace of a proof of age. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1';
/** What the response calls the requested document. */
export const CREDENTIAL_ID = 'proof_of_age';
export const OVER_18 = 'age_over_18';

/** What a wallet was requested to sign that answers directly; it belongs to one check. */
export type DirectRequest = { clientId: string; responseUri: string; nonce: string };
/** What a wallet was requested to sign that answers through the browser; it belongs to one check. */
export type BrowserRequest = { origin: string; nonce: string };
export type WalletRequest = DirectRequest | BrowserRequest;

/** A presentation that proves nothing; the message says why, without any content. */
export class ProofRefused extends Error {
  override name = 'ProofRefused';
}
