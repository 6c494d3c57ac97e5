import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { CoseKey, type MdocContext, type Sign1 } from '@owf/mdoc';
import { requireTrustedChain } from './issuer-chain.ts';

/** The only algorithms of the profile. */
const ALGORITHM = 'ES256';
const CURVE = 'prime256v1';

const unused = () => {
  throw new Error('a verifier neither signs nor uses message authentication codes');
};

function verifySignature({ key, sign1 }: { key: CoseKey; sign1: Sign1 }): boolean {
  if (String(sign1.signatureAlgorithmName) !== ALGORITHM) return false;
  // The library's type of a key in JSON is looser than that of Node.
  const jwk = key.jwk as { kty: string; crv: string; x: string; y: string };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  if (publicKey.asymmetricKeyDetails?.namedCurve !== CURVE) return false;
  return verify(
    'sha256',
    sign1.toBeSigned,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    sign1.signature,
  );
}

/** The values of a field of an issuer's name, such as `C`. */
function listNameFields(certificate: Uint8Array, field: string): string[] {
  return new X509Certificate(certificate).issuer
    .split('\n')
    .filter((line) => line.startsWith(`${field}=`))
    .map((line) => line.slice(field.length + 1));
}

function describeCertificate(bytes: Uint8Array) {
  const certificate = new X509Certificate(bytes);
  return {
    issuerName: certificate.issuer,
    subjectName: certificate.subject,
    serialNumber: certificate.serialNumber,
    thumbprint: certificate.fingerprint256,
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    pem: certificate.toString(),
  };
}

/** What the library of mdocs needs to verify a presentation, made of Node's own cryptography. */
export const MDOC_CONTEXT: Pick<MdocContext, 'cose' | 'x509' | 'crypto'> = {
  crypto: {
    random: unused,
    digest: ({ digestAlgorithm, bytes }) =>
      createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest(),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: { sign: unused, verify: verifySignature },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) => listNameFields(certificate, field),
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) }),
    verifyCertificateChain: requireTrustedChain,
    getCertificateData: ({ certificate }) => describeCertificate(certificate),
  },
};
