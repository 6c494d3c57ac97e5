import type { Context } from 'hono';
import { DomainError } from '#src/lib/problem.ts';

/** The fields of a submitted form. @throws DomainError 'invalid-input' when the body is not a form */
export function readForm(c: Context) {
  return c.req.parseBody().catch(() => {
    throw new DomainError('invalid-input', 'The form could not be read');
  });
}
