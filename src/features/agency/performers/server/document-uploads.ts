import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import { throttle } from '#src/platform/http/throttle.ts';
import { documentDetailsSchema, MAXIMUM_DOCUMENT_BYTES } from '../verification.schema.ts';
import { addDocument, type DocumentServices } from './documents.ts';

/** The fields beside the picture. */
const FIELDS_BYTES = 10_000;

/**
 * Reads a form with the picture of a document and its details.
 * @throws DomainError 'invalid-input'
 */
export async function receiveDocument(c: Context<RequestEnv>) {
  const form = await c.req.parseBody().catch(() => {
    throw new DomainError('invalid-input', 'The upload was cut off');
  });
  const { file, ...fields } = form;
  const details = documentDetailsSchema.safeParse(fields);
  if (!details.success) {
    const errors = Object.entries(fieldErrors(details)).map(([path, message]) => ({
      path,
      message: String(message),
    }));
    throw new DomainError('invalid-input', errors[0]?.message, errors);
  }
  if (!(file instanceof File)) throw new DomainError('invalid-input', 'Choose a picture');
  return { fields, details: details.data, bytes: Buffer.from(await file.arrayBuffer()) };
}

/** Refuses forms that are larger than a picture may be. */
export const limitDocument = bodyLimit({
  maxSize: MAXIMUM_DOCUMENT_BYTES + FIELDS_BYTES,
  onError: () => {
    throw new DomainError('payload-too-large', 'The picture can be at most 10 MB');
  },
});

/**
 * Receives the picture of a document as a form: `POST /performer-documents/{performer}`. The number is a
 * field of the form, because addresses are logged.
 */
export function documentUploads(services: DocumentServices) {
  return new Hono<RequestEnv>().post(
    '/performer-documents/:id',
    async (c, next) => {
      const actor = (await requireAccess(c, ['admin', 'staff']))!;
      c.set('actor', actor);
      await throttle(c, 'write', actor.userId);
      await next();
    },
    limitDocument,
    async (c) => {
      const id = c.req.param('id');
      if (!isUuid(id)) throw new DomainError('not-found', 'Performer not found');
      const { fields: _fields, ...received } = await receiveDocument(c);
      const document = await addDocument(services, c.var.actor!, id, received);
      return c.json({ id: document }, 200, { 'cache-control': 'no-store' });
    },
  );
}
