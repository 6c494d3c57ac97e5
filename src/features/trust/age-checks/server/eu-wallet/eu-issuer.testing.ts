import { createPrivateKey, randomBytes, sign as signBytes } from 'node:crypto';
import {
  CoseKey,
  DeviceKey,
  DeviceRequest,
  type DeviceResponse,
  DocRequest,
  Holder,
  Issuer,
  ItemsRequest,
  SessionTranscript,
  SignatureAlgorithm,
  type IssuerSigned,
  type MdocContext,
} from '@owf/mdoc';
import * as x509 from '@peculiar/x509';
import { MDOC_CONTEXT } from './mdoc-context.ts';
import { CREDENTIAL_ID, OVER_18, PROOF_OF_AGE, type WalletRequest } from './proof-of-age.ts';

const DAY = 24 * 60 * 60_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
x509.cryptoProvider.set(crypto);

/** The part of the library's context that issuers and wallets need. */
const SIGNING: Pick<MdocContext, 'cose' | 'crypto'> = {
  crypto: { ...MDOC_CONTEXT.crypto, random: (length) => randomBytes(length) },
  cose: {
    ...MDOC_CONTEXT.cose,
    sign1: {
      ...MDOC_CONTEXT.cose.sign1,
      sign: ({ toBeSigned, key }) =>
        signBytes('sha256', toBeSigned, {
          key: createPrivateKey({ key: key.jwk as never, format: 'jwk' }),
          dsaEncoding: 'ieee-p1363',
        }),
    },
  },
};

const newKey = () => crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
async function toCoseKey(key: CryptoKey): Promise<CoseKey> {
  const jwk = await crypto.subtle.exportKey('jwk', key);
  const { kty, crv, x, y, d } = jwk;
  return CoseKey.fromJwk({ kty, crv, x, y, ...(d && { d }), alg: 'ES256' });
}

type Validity = { from?: Date; until?: Date };

/** An authority of the list of trusted issuers, and the certificate of an issuer. */
export async function createIssuer({ from, until }: Validity = {}) {
  const [rootKeys, keys] = [await newKey(), await newKey()];
  const notBefore = from ?? new Date(Date.now() - 30 * DAY);
  const notAfter = until ?? new Date(Date.now() + 365 * DAY);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'C=FR, CN=Age Test Authority',
    keys: rootKeys,
    notBefore: new Date(Date.now() - 900 * DAY),
    notAfter: new Date(Date.now() + 900 * DAY),
    signingAlgorithm: EC,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'C=FR, CN=Age Test Issuer',
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    notBefore,
    notAfter,
    signingAlgorithm: EC,
    extensions: [new x509.BasicConstraintsExtension(false, undefined, true)],
  });
  return {
    root: new Uint8Array(root.rawData),
    rootPem: root.toString('pem'),
    certificate: new Uint8Array(certificate.rawData),
    chain: [new Uint8Array(certificate.rawData)],
    key: await toCoseKey(keys.privateKey),
    signingKey: keys.privateKey,
  };
}

/** An issuer that another issuer, which is no authority, has made up. */
export async function createIssuerBelow(issuer: TestIssuer): Promise<TestIssuer> {
  const keys = await newKey();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'C=FR, CN=Made Up',
    issuer: 'C=FR, CN=Age Test Issuer',
    publicKey: keys.publicKey,
    signingKey: issuer.signingKey,
    notBefore: new Date(Date.now() - 30 * DAY),
    notAfter: new Date(Date.now() + 300 * DAY),
    signingAlgorithm: EC,
  });
  return {
    ...issuer,
    chain: [new Uint8Array(certificate.rawData), issuer.certificate],
    key: await toCoseKey(keys.privateKey),
  };
}
type TestIssuer = Awaited<ReturnType<typeof createIssuer>>;

type Attestation = Validity & {
  docType?: string;
  namespace?: string;
  claims?: Record<string, unknown>;
  signed?: Date;
  digestAlgorithm?: 'SHA-512';
};

/** A wallet with a key of its device; each attestation is issued for it. */
export async function createWallet() {
  const keys = await newKey();
  const deviceKey = await toCoseKey(keys.privateKey);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const publicKey = DeviceKey.fromJwk({ kty, crv, x, y });
  return {
    deviceKey,
    issue(issuer: TestIssuer, attestation: Attestation = {}): Promise<IssuerSigned> {
      const { docType = PROOF_OF_AGE, claims = { [OVER_18]: true }, ...validity } = attestation;
      const signed = validity.signed ?? new Date(Date.now() - 2 * DAY);
      return new Issuer(docType, SIGNING)
        .addIssuerNamespace(attestation.namespace ?? PROOF_OF_AGE, claims)
        .sign({
          signingKey: issuer.key,
          certificates: issuer.chain,
          algorithm: SignatureAlgorithm.ES256,
          digestAlgorithm: attestation.digestAlgorithm ?? 'SHA-256',
          deviceKeyInfo: { deviceKey: publicKey },
          validityInfo: {
            signed,
            validFrom: validity.from ?? signed,
            validUntil: validity.until ?? new Date(Date.now() + 60 * DAY),
          },
        });
    },
  };
}

type Presentation = {
  docType?: string;
  elements?: string[];
  signingKey?: CoseKey;
  request: WalletRequest;
};

/** Presents an attestation as an OpenID4VP response: the value of `vp_token`. */
export async function present(
  issuerSigned: IssuerSigned,
  { docType = PROOF_OF_AGE, elements = [OVER_18], signingKey, request }: Presentation,
): Promise<{ response: DeviceResponse; vpToken: string }> {
  const deviceRequest = DeviceRequest.create({
    docRequests: [
      DocRequest.create({
        itemsRequest: ItemsRequest.create({
          docType,
          namespaces: { [PROOF_OF_AGE]: Object.fromEntries(elements.map((name) => [name, false])) },
        }),
      }),
    ],
  });
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest,
      issuerSigned: [issuerSigned],
      sessionTranscript: await ('origin' in request
        ? SessionTranscript.forOid4VpDcApi(request, SIGNING)
        : SessionTranscript.forOid4Vp(request, SIGNING)),
      signature: { signingKey: signingKey! },
    },
    SIGNING,
  );
  return { response, vpToken: toVpToken(response.encodedForOid4Vp) };
}

/** The value of `vp_token` with these presentations. */
export function toVpToken(...encoded: string[]): string {
  return JSON.stringify({ [CREDENTIAL_ID]: encoded });
}
