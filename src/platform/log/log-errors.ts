/** What a log says of an error. */
type Described = Record<string, unknown>;
type ErrorLike = Described & { message: string };

/**
 * Classes of SQLSTATE whose messages name tables and constraints at most: the values stand in the
 * detail. Messages of other classes quote what was given.
 */
const NAMES_NO_VALUES = /^(?:08|23|25|40|42|53|55|57|58)/;

const FACTS = ['code', 'syscall', 'address', 'port', 'status', 'statusCode'];
const DATABASE_FACTS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'];

const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' &&
  error !== null &&
  'message' in error &&
  typeof error.message === 'string';

const pick = (error: ErrorLike, names: string[]): Described =>
  Object.fromEntries(
    names
      .filter((name) => ['string', 'number'].includes(typeof error[name]))
      .map((name) => [name, error[name]]),
  );

/** The lines of a stack that say where: the message above them is told apart. */
function placesOf({ stack, message }: ErrorLike): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const start = stack.indexOf(message);
  // Where the message was another one, nothing tells where it ends.
  return start < 0 ? undefined : stack.slice(start + message.length).trim();
}

function factsOf(error: ErrorLike): Described {
  const { message, query, severity, code } = error;
  if (typeof query === 'string' && 'params' in error) {
    return { message: 'A statement failed', statement: query };
  }
  if (typeof severity === 'string' && typeof code === 'string') {
    const safe = NAMES_NO_VALUES.test(code);
    const facts = pick(error, DATABASE_FACTS);
    return { message: safe ? message : 'The database refused a value', ...facts };
  }
  // As errors are worded that were made of one of a statement.
  return { message: message.replace(/\s*\bparams: [^]*$/, ''), ...pick(error, FACTS) };
}

/**
 * Describes an error for a log: what failed and where, and what caused it. Never the values of a
 * statement, which may be addresses or tokens, nor what else somebody has hung on the error.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!isErrorLike(error)) return typeof error === 'object' ? { message: 'No error' } : error;
  const { name, cause, errors } = error;
  return {
    type: typeof name === 'string' ? name : undefined,
    ...factsOf(error),
    stack: placesOf(error),
    ...(depth < 5 && {
      cause: cause === undefined ? undefined : describeError(cause, depth + 1),
      errors: Array.isArray(errors)
        ? errors.map((each) => describeError(each, depth + 1))
        : undefined,
    }),
  };
}
