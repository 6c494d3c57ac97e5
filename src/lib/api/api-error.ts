import type { Problem } from '#src/lib/problem.ts';

/** A rejected or failed call of the API, with the server's problem document. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly problem: Problem;
  /** Seconds after which a refused call may be repeated; NaN if the server did not say. */
  readonly retryAfter: number;

  constructor(problem: Problem, retryAfter = Number.NaN) {
    super(withReference(problem));
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** The error message of one input field, or undefined. */
  field(path: string): string | undefined {
    return this.problem.errors?.find((error) => error.path === path)?.message;
  }
}

/** What people can tell the team when something failed on our side. */
function withReference({ detail, status, requestId }: Problem): string {
  return status >= 500 && requestId
    ? `${detail.replace(/\.$/, '')}. Reference: ${requestId}`
    : detail;
}
