import type { AgeMethod, AgeOutcome, StartedAgeCheck } from '../age-checks.schema.ts';

/** A new check of one person. */
export type AgeOrder = {
  /** The product's id of the check, which the provider returns with the result. */
  checkId: string;
  /** Where the person's browser goes afterwards; it proves nothing. */
  returnUrl: string;
  /** Where the provider reports the result. */
  notificationUrl: string;
};

/** A check at the provider: its number there, and where the person is checked. */
export type HostedCheck = Pick<StartedAgeCheck, 'url'> &
  Partial<StartedAgeCheck> & { reference: string };

/** An unchanged call of a provider. */
export type AgeNotification = { body: string; headers: Headers };

/** The port to a company that finds out whether somebody is over 18, and says nothing else. */
export type AgeProvider = {
  method: AgeMethod;
  /** @throws DomainError 'provider-unavailable' */
  start(order: AgeOrder): Promise<HostedCheck>;
  /**
   * Which check a call of the provider is about, with the outcome if the call proves it; otherwise the
   * provider is requested. @throws DomainError 'invalid-input'
   */
  readNotification(call: AgeNotification): { reference: string; outcome: AgeOutcome | null };
  /** The outcome of a check; null before there is one. @throws DomainError 'provider-unavailable' */
  fetchOutcome(check: { id: string; reference: string }): Promise<AgeOutcome | null>;
};
