import type { Problem } from '#src/lib/problem.ts';

/** A rejected or failed call of the API, with the server's problem document. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }

  /** The error message of one input field, or undefined. */
  field(path: string): string | undefined {
    return this.problem.errors?.find((error) => error.path === path)?.message;
  }
}
