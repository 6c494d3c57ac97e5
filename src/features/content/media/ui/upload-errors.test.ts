import { DetailedError, type HttpResponse } from 'tus-js-client';
import { expect, test } from 'vitest';
import { DomainError, toProblem } from '#src/lib/problem.ts';
import { isFileAtFault, uploadErrorText } from './upload-errors.ts';

const failure = (error: DomainError) => {
  const problem = toProblem(error);
  const response = {
    getStatus: () => problem.status,
    getBody: () => JSON.stringify(problem),
  } as HttpResponse;
  return Object.assign(new DetailedError('refused'), { originalResponse: response });
};

test('errors about quota and storage show the message of the server', () => {
  const detail = 'You have 40 unfinished uploads. Finish or cancel some of them first.';
  const tooMany = failure(new DomainError('too-many-uploads', detail));
  expect(uploadErrorText(tooMany)).toBe(detail);
  expect(isFileAtFault(tooMany)).toBe(false);
  expect(uploadErrorText(failure(new DomainError('storage-full')))).toBe(
    'The storage is full. Please try again later.',
  );
});
