/** The log entry of an error. */
type ErrorDescription = Record<string, unknown>;
type ErrorLike = ErrorDescription & { message: string };

/**
 * SQLSTATE classes whose messages name only tables and constraints; values appear in the detail.
 * Messages of other classes quote values.
 */
const MESSAGES_WITHOUT_VALUES = /^(?:08|23|25|40|42|53|55|57|58)/;

const FIELDS = ['code', 'syscall', 'address', 'port', 'status', 'statusCode'];
const DATABASE_FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'];

const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' &&
  error !== null &&
  'message' in error &&
  typeof error.message === 'string';

const pick = (error: ErrorLike, names: string[]): ErrorDescription =>
  Object.fromEntries(
    names
      .filter((name) => ['string', 'number'].includes(typeof error[name]))
      .map((name) => [name, error[name]]),
  );

/** The stack without the message above it. */
function stackLines({ stack, message }: ErrorLike): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const start = stack.indexOf(message);
  // If the message changed after the stack was captured, its end is unknown.
  return start < 0 ? undefined : stack.slice(start + message.length).trim();
}

function fieldsOf(error: ErrorLike): ErrorDescription {
  const { message, query, severity, code } = error;
  if (typeof query === 'string' && 'params' in error) {
    return { message: 'A statement failed', statement: query };
  }
  if (typeof severity === 'string' && typeof code === 'string') {
    const safe = MESSAGES_WITHOUT_VALUES.test(code);
    const fields = pick(error, DATABASE_FIELDS);
    return { message: safe ? message : 'The database refused a value', ...fields };
  }
  // Errors that wrap a failed statement quote its parameters.
  return { message: message.replace(/\s*\bparams: [^]*$/, ''), ...pick(error, FIELDS) };
}

/**
 * Describes an error for the log: what failed, where and why. Omits the values of statements, which may
 * be addresses or tokens, and all unknown fields of the error.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!isErrorLike(error)) return typeof error === 'object' ? { message: 'No error' } : error;
  const { name, cause, errors } = error;
  return {
    type: typeof name === 'string' ? name : undefined,
    ...fieldsOf(error),
    stack: stackLines(error),
    ...(depth < 5 && {
      cause: cause === undefined ? undefined : describeError(cause, depth + 1),
      errors: Array.isArray(errors)
        ? errors.map((each) => describeError(each, depth + 1))
        : undefined,
    }),
  };
}
