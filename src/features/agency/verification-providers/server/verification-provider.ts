import type {
  VerificationProviderName,
  VerificationResult,
} from '../verification-providers.schema.ts';

/** A new session, for one person. */
export type SessionOrder = {
  /** The product's id of the session, which the provider returns with each report. */
  sessionId: string;
  /** Where the person's browser goes afterwards; it proves nothing. */
  returnUrl: string;
  /** What the register says. A real provider does not receive it: it reports what the document says. */
  expected: { givenNames: string; surname: string; dateOfBirth: string };
};

/** A session at the provider: its id there, and the private address where the person is checked. */
export type HostedSession = { reference: string; url: string };

/** An unchanged call of a provider. */
export type IncomingReport = { body: string; headers: Headers };

/**
 * The port to a company that compares ID documents with faces. What it finds out arrives as signed
 * reports; the job that asks for them receives the same content.
 */
export type VerificationProvider = {
  name: VerificationProviderName;
  /** @throws DomainError 'provider-unavailable' */
  createSession(order: SessionOrder): Promise<HostedSession>;
  /** @throws DomainError 'invalid-input' if the signature is not the provider's */
  verifyReport(report: IncomingReport): void;
  /** A verified report; null if it says nothing that the product uses. @throws ZodError */
  readReport(body: string, receivedAt: Date): VerificationResult | null;
  /** The newest report of a session; null before there is one. @throws DomainError 'provider-unavailable' */
  fetchReport(reference: string): Promise<string | null>;
};
