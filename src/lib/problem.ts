import { z } from 'zod';

/** Every stable error code of the API with its HTTP status and title. */
export const PROBLEMS = {
  'invalid-input': { status: 400, title: 'Some of the input isn’t valid' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  'invalid-credentials': { status: 401, title: 'Invalid email or password' },
  'second-factor-required': { status: 401, title: 'Signing in needs a second factor' },
  'invalid-code': { status: 401, title: 'This code isn’t valid' },
  'invalid-passkey': {
    status: 401,
    title: 'This passkey didn’t work. Try again, or sign in another way',
  },
  'email-unconfirmed': { status: 403, title: 'Confirm your email address first' },
  suspended: { status: 403, title: 'This account is suspended' },
  'password-change-required': { status: 403, title: 'Choose your own password first' },
  'second-factor-setup-required': {
    status: 403,
    title: 'Set up two-factor authentication first',
  },
  'last-second-factor': {
    status: 409,
    title: 'Your role requires two-factor authentication. Add another passkey or an app first',
  },
  'confirmation-required': { status: 403, title: 'Confirm that it’s you first' },
  'viewing-as-fan': {
    status: 403,
    title: 'This isn’t available while you view as a fan, and nothing can be changed',
  },
  forbidden: { status: 403, title: 'Not allowed' },
  'cross-site': { status: 403, title: 'Cross-site requests are refused' },
  'purchase-blocked': { status: 403, title: 'New purchases are blocked' },
  'checkout-disabled': { status: 403, title: 'Checkout Disabled' },
  'subscription-required': { status: 403, title: 'Subscription Required' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'The record has changed since you opened it' },
  'email-taken': { status: 409, title: 'This email address is already in use' },
  'already-subscribed': { status: 409, title: 'There’s already a subscription' },
  'not-allowed-in-state': { status: 409, title: 'Not possible in the current state' },
  'no-stripe-subscription': { status: 409, title: 'No Stripe Subscription' },
  'not-supported': { status: 409, title: 'The payment provider can’t do this' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unknown-host': {
    status: 421,
    title: 'This address is not known here. Its host must be in PUBLIC_URL or ALLOWED_HOSTS',
  },
  'age-check-required': { status: 403, title: 'Verify that you’re 18 or older first' },
  'region-blocked': { status: 451, title: 'Velvet Rope isn’t available where you are' },
  'invalid-file': { status: 422, title: 'This file can’t be used' },
  'rate-limited': { status: 429, title: 'Too many attempts' },
  'too-many-networks': {
    status: 429,
    title:
      'Your account is open on more than five networks. Try again in 15 minutes, and change your password if that wasn’t you',
  },
  'too-many-uploads': { status: 429, title: 'Too many unfinished uploads' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Velvet Rope is not available for a moment' },
  'storage-full': { status: 507, title: 'The storage is full. Please try again later.' },
  'scanner-unavailable': {
    status: 503,
    title: 'Files can’t be checked for malware right now. Please try again later.',
  },
  'provider-unavailable': { status: 502, title: 'The payment provider can’t be reached' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** RFC 9457 problem details, as every error of the API is sent. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string(),
  /** Names the request in the log of the server, for whoever asks about it. */
  requestId: z.string().optional(),
  /** For invalid input: one entry for each invalid field, with its path. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** An expected failure of an operation; it becomes problem+json with the code's status. */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ProblemCode;
  readonly fields: Problem['errors'];
  /** Seconds after which another attempt may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    fields?: Problem['errors'],
    options?: { cause?: unknown; retryAfter?: number },
  ) {
    super(detail ?? PROBLEMS[code].title, options);
    this.code = code;
    this.fields = fields;
    this.retryAfter = options?.retryAfter;
  }
}

/** The problem document of a domain error. */
export function toProblem(error: DomainError): Problem {
  const { status, title } = PROBLEMS[error.code];
  return {
    type: `/problems/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    ...(error.fields && { errors: error.fields }),
  };
}
