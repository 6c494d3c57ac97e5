import { createHash } from 'node:crypto';
import { DeviceResponse, SessionTranscript, type Document } from '@owf/mdoc';
import { z } from 'zod';
import { MDOC_CONTEXT } from './mdoc-context.ts';
import {
  CREDENTIAL_ID,
  OVER_18,
  PROOF_OF_AGE,
  ProofRefused,
  type WalletRequest,
} from './proof-of-age.ts';

function refuseUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new ProofRefused(reason);
}

/** Some wallets send the single presentation without a list. */
const tokenSchema = z.strictObject({
  [CREDENTIAL_ID]: z.union([z.string(), z.tuple([z.string()])]),
});

function readResponse(vpToken: string): DeviceResponse {
  try {
    const [encoded] = [tokenSchema.parse(JSON.parse(vpToken))[CREDENTIAL_ID]].flat();
    return DeviceResponse.fromEncodedForOid4Vp(encoded!);
  } catch {
    throw new ProofRefused('the response is malformed');
  }
}

/** Exactly one document of the right type, signed by a device. The library checks none of this. */
function requireDocument(response: DeviceResponse): Document {
  const { status, documents = [], documentErrors = [] } = response;
  refuseUnless(status === 0 && documentErrors.length === 0, 'the wallet reports an error');
  const [document] = documents;
  refuseUnless(document !== undefined && documents.length === 1, 'there is not one document');
  const { docType, digestAlgorithm } = document.issuerSigned.issuerAuth.mobileSecurityObject;
  refuseUnless(
    document.docType === PROOF_OF_AGE && docType === PROOF_OF_AGE,
    'the document is no proof of age',
  );
  refuseUnless(digestAlgorithm === 'SHA-256', 'the digests are not SHA-256');
  refuseUnless(
    document.deviceSigned.deviceAuth.deviceSignature !== undefined,
    'there is no signature of the device',
  );
  return document;
}

function requireOver18(document: Document): void {
  const { issuerNamespaces } = document.issuerSigned.issuerNamespaces;
  refuseUnless([...issuerNamespaces.keys()].join() === PROOF_OF_AGE, 'there are other namespaces');
  const items = issuerNamespaces.get(PROOF_OF_AGE)!;
  const [answer] = items.filter(({ elementIdentifier }) => elementIdentifier === OVER_18);
  refuseUnless(items.length === 1 && answer !== undefined, 'there is not exactly the answer');
  refuseUnless(answer.elementValue === true, 'the person is not over 18');
}

/** What the device signs besides the document: whom it answers, and through which channel. */
function transcriptOf(request: WalletRequest): Promise<SessionTranscript> {
  return 'origin' in request
    ? SessionTranscript.forOid4VpDcApi(request, MDOC_CONTEXT)
    : SessionTranscript.forOid4Vp(request, MDOC_CONTEXT);
}

/**
 * Verifies that a wallet presents a valid proof of age for this request.
 * @param issuers the certificates of trusted issuers (DER)
 * @returns the digest of the attestation, which may be presented once
 * @throws ProofRefused
 */
export async function verifyProofOfAge(
  vpToken: string,
  request: WalletRequest,
  { issuers, now }: { issuers: Uint8Array[]; now: Date },
): Promise<string> {
  const response = readResponse(vpToken);
  try {
    const document = requireDocument(response);
    const sessionTranscript = await transcriptOf(request);
    // Device signature, chain, issuer's signature, validity and digests, in this order; the first fault throws.
    await response.verify({ sessionTranscript, trustedCertificates: issuers, now }, MDOC_CONTEXT);
    requireOver18(document);
    const { payload } = document.issuerSigned.issuerAuth;
    return createHash('sha256').update(payload!).digest('hex');
  } catch (error) {
    if (error instanceof ProofRefused) throw error;
    throw new ProofRefused((error as Error).message);
  }
}
