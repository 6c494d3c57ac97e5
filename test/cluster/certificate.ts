import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { runCommand } from './programs.ts';

/** Where a proxy listens, and with which certificate. */
export type ProxyOptions = { httpPort: number; httpsPort: number; certificate: Certificate };

export type Certificate = {
  /** Files of the certificate, of its key, and of both. */
  certificate: string;
  key: string;
  both: string;
};

/** Creates a certificate for localhost in a folder. */
export function createCertificate(folder: string): Certificate {
  const files = {
    certificate: path.join(folder, 'certificate.pem'),
    key: path.join(folder, 'key.pem'),
    both: path.join(folder, 'both.pem'),
  };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const output = ['-keyout', files.key, '-out', files.certificate];
  runCommand('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...output]);
  writeFileSync(
    files.both,
    readFileSync(files.certificate, 'utf8') + readFileSync(files.key, 'utf8'),
  );
  return files;
}

/** Lets this process trust a certificate. @returns the function that ends it */
export function trust({ certificate }: Certificate): () => void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, readFileSync(certificate, 'utf8')]);
  return () => tls.setDefaultCACertificates(before);
}
