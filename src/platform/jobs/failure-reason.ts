import { describeError } from '#src/platform/log/log-errors.ts';

/** What is stored of an error that a job failed with, without its stack, values and other fields. */
export type StoredFailure = {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  severity?: unknown;
  /** The code that a mail server answered with. */
  responseCode?: unknown;
  /** Set if a statement failed, whose message quotes its values. */
  query?: unknown;
  cause?: StoredFailure | null;
};

type Description = { type?: string; message: string; code?: string | number; cause?: Description };

const MAXIMUM_LENGTH = 200;
const HIDDEN = '…';

/** Addresses of people, pages and computers, and what is long enough to be a secret or an id. */
const PRIVATE = [
  /\b[a-z][a-z+.-]*:\/\/\S+/gi,
  /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /(?:\b[\da-f]{1,4})?(?:::?[\da-f]{1,4}){2,}/gi,
  /\b(?=[\w-]*\d)[\w-]{24,}/g,
];

/**
 * Why a job failed: the class of the error and its message, without addresses and secrets. Messages of
 * mail servers and statements quote what people typed, so only their codes are shown.
 */
export function failureReason(failure: StoredFailure | null): string {
  if (!failure) return 'No reason was stored';
  if (typeof failure.responseCode === 'number') {
    return `The mail server refused it with code ${failure.responseCode}`;
  }
  const { type, message, code } = innermost(describeError(toError(failure)) as Description);
  const text = PRIVATE.reduce((left, pattern) => left.replace(pattern, HIDDEN), message);
  const [line = ''] = text.split('\n');
  const reason = [type, code !== undefined && !line.includes(String(code)) && String(code), line]
    .filter(Boolean)
    .join(': ');
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
  return sentence.length > MAXIMUM_LENGTH
    ? `${sentence.slice(0, MAXIMUM_LENGTH - 1)}${HIDDEN}`
    : sentence;
}

/** A failed statement says why in its cause. */
function innermost(description: Description): Description {
  const { cause } = description;
  return cause && typeof cause.message === 'string' ? innermost(cause) : description;
}

function toError({ message, query, cause, ...fields }: StoredFailure): object {
  return {
    ...fields,
    message: typeof message === 'string' ? message : 'No message was stored',
    ...(query !== undefined && query !== null && { query: '', params: null }),
    ...(cause && { cause: toError(cause) }),
  };
}
