import { X509Certificate } from 'node:crypto';

/** An issuer has at most a few certificates between its own and the one of the list. */
const LONGEST_CHAIN = 4;

type Chain = { trustedCertificates: Uint8Array[]; x5chain: Uint8Array[]; now?: Date };

const isValidAt = (certificate: X509Certificate, now: Date) =>
  certificate.validFromDate <= now && certificate.validToDate >= now;

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Requires that the first certificate of a chain is on the list of trusted issuers, or was issued by one
 * of them through the others, and that each is valid. No extended key usage is required: the profile
 * defines none. @throws Error that says why not
 */
export function requireTrustedChain({ trustedCertificates, x5chain, now = new Date() }: Chain) {
  if (x5chain.length === 0 || x5chain.length > LONGEST_CHAIN) throw new Error('no usable chain');
  const anchors = trustedCertificates.map((bytes) => new X509Certificate(bytes));
  const chain = x5chain.map((bytes) => new X509Certificate(bytes));
  for (const [index, certificate] of chain.entries()) {
    if (!isValidAt(certificate, now))
      throw new Error('a certificate of the chain is not valid now');
    const anchor = anchors.find(
      (trusted) => trusted.raw.equals(certificate.raw) || isIssuedBy(certificate, trusted),
    );
    if (anchor) {
      if (isValidAt(anchor, now)) return;
      throw new Error('the certificate of the list is not valid now');
    }
    const next = chain[index + 1];
    if (!next || !isIssuedBy(certificate, next)) break;
  }
  throw new Error('the issuer is not on the list');
}
