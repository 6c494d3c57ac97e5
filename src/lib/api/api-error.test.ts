import { expect, test } from 'vitest';
import { DomainError, toProblem, type ProblemCode } from '#src/lib/problem.ts';
import { ApiError } from './api-error.ts';

const messageOf = (code: ProblemCode, detail?: string) =>
  new ApiError({ ...toProblem(new DomainError(code, detail)), requestId: '3f0c9a1e' }).message;

test('the message of an error on our side names the request, and others do not', () => {
  expect(messageOf('internal')).toBe('Something went wrong on our side. Reference: 3f0c9a1e');
  expect(messageOf('unavailable', 'Please try again.')).toBe(
    'Please try again. Reference: 3f0c9a1e',
  );
  expect(messageOf('conflict')).not.toContain('3f0c9a1e');
});
