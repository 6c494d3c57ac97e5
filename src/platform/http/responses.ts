import { PROBLEMS, problemSchema, type ProblemCode } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Method } from './definition.ts';
import { THROTTLE_SECONDS, THROTTLES, type ThrottleClass } from './throttle.ts';

/** Who may call an operation: anyone, every signed-in user, or users with one of the roles. */
export type Access = 'anyone' | 'signed-in' | readonly Role[];

/** The largest JSON body that an operation accepts. */
export const MAXIMUM_BODY_BYTES = 1024 ** 2;

const PROBLEM_JSON = 'application/problem+json';

/** The headers that tell signed-in callers what they have left. */
export const THROTTLE_HEADERS = {
  RateLimit: {
    description: 'The calls of this class that your account has left (`r`), for `t` seconds',
    schema: { type: 'string' as const },
    example: '"read";r=540;t=42',
  },
  'RateLimit-Policy': {
    description: 'The calls of this class (`q`) that your account may make within `w` seconds',
    schema: { type: 'string' as const },
    example: '"read";q=600;w=60',
  },
};

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which another attempt may succeed',
    schema: { type: 'integer' as const },
    example: 42,
  },
};

function commonErrors(
  access: Access,
  { hasInput, hasBody, needsConfirmation, whileViewingAsFan }: Input,
): ProblemCode[] {
  const codes: ProblemCode[] = ['internal', 'unavailable'];
  if (hasInput) codes.push('invalid-input', 'cross-site');
  if (hasBody) codes.push('payload-too-large');
  if (needsConfirmation) codes.push('confirmation-required', 'cross-site');
  if (!whileViewingAsFan) codes.push('viewing-as-fan');
  codes.push('rate-limited');
  if (access !== 'anyone') codes.push('unauthenticated', 'suspended');
  if (Array.isArray(access)) {
    codes.push('forbidden', 'password-change-required', 'second-factor-setup-required');
  }
  return codes;
}

type Input = Record<'hasInput' | 'hasBody' | 'needsConfirmation' | 'whileViewingAsFan', boolean>;

/** Describes the error responses of an operation: its own and those that its access and input imply. */
export function describeErrors(errors: readonly ProblemCode[], access: Access, input: Input) {
  const codes = new Set([...errors, ...commonErrors(access, input)]);
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, statusCodes]) => [
      status,
      {
        description: statusCodes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('; '),
        content: { [PROBLEM_JSON]: { schema: problemSchema } },
        ...(statusCodes.includes('rate-limited') && {
          headers: { ...RETRY_AFTER, ...THROTTLE_HEADERS },
        }),
      },
    ]),
  );
}

/** Describes the throttle of an operation. */
export function describeThrottle(name: ThrottleClass) {
  return { class: name, calls: THROTTLES[name], seconds: THROTTLE_SECONDS };
}

/** What a call counts as unless its operation declares it. */
export function defaultThrottle(method: Method, produces: string | undefined): ThrottleClass {
  if (produces) return 'expensive';
  return method === 'get' ? 'read' : 'write';
}
