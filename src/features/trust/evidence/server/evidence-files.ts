import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  receivePicture,
  sendPrivatePicture,
} from '#src/features/content/page-images/server/picture-requests.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { throttle } from '#src/platform/http/throttle.ts';
import {
  evidenceTooLarge,
  FILE_NAME_MAXIMUM_LENGTH,
  MAXIMUM_EVIDENCE_BYTES,
  TOKEN_HEADER,
} from '../evidence.schema.ts';
import {
  addEvidence,
  findEvidence,
  listEvidence,
  listOwnEvidence,
  requireLink,
  type EvidenceServices,
} from './evidence.ts';

type Services = EvidenceServices & { limits: { evidence: RateLimit; allEvidence: RateLimit } };

const nameOf = (c: Context) =>
  // Surrogates may be halves, which PostgreSQL does not store.
  c.req
    .query('name')
    ?.toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .slice(0, FILE_NAME_MAXIMUM_LENGTH)
    .toWellFormed() || 'The file';

const limitBody = bodyLimit({
  maxSize: MAXIMUM_EVIDENCE_BYTES,
  onError: (c) => {
    throw new DomainError('payload-too-large', evidenceTooLarge(nameOf(c)));
  },
});

const requireBackOffice: MiddlewareHandler<RequestEnv> = async (c, next) => {
  const actor = (await requireAccess(c, ['admin', 'staff']))!;
  c.set('actor', actor);
  await throttle(c, c.req.method === 'GET' ? 'read' : 'write', actor.userId);
  await next();
};

const requireId = (c: Context, name: string): string => {
  const id = c.req.param(name);
  if (!id || !isUuid(id)) throw new DomainError('not-found');
  return id;
};

/**
 * Receives files of a complaint from a party, by the secret of its private link
 * (`POST /report/evidence?name=`), and from the team (`POST /complaints/{complaint}/evidence?name=`), and
 * serves them to the team (`GET /complaints/{complaint}/evidence/{id}`). The response to an upload lists
 * the files.
 */
export function evidenceFiles(services: Services) {
  const { db, storage, limits } = services;
  return new Hono<RequestEnv>()
    .post(
      '/report/evidence',
      async (c, next) => {
        await limits.evidence.consume(c.var.clientNetwork);
        requireLink(services, c.req.header(TOKEN_HEADER) ?? '');
        // Many networks together must not fill the disk.
        await limits.allEvidence.consume('all');
        await next();
      },
      limitBody,
      async (c) => {
        const link = requireLink(services, c.req.header(TOKEN_HEADER) ?? '');
        const file = { name: nameOf(c), bytes: await receivePicture(c) };
        await addEvidence(services, link.id, { source: link.party }, file);
        return c.json(await listOwnEvidence(db, link), 200, { 'cache-control': 'no-store' });
      },
    )
    .post('/complaints/:complaint/evidence', requireBackOffice, limitBody, async (c) => {
      const actor = c.var.actor!;
      const complaint = requireId(c, 'complaint');
      const file = { name: nameOf(c), bytes: await receivePicture(c) };
      await addEvidence(services, complaint, { source: 'team', actor }, file);
      return c.json(await listEvidence(db, actor, complaint), 200, { 'cache-control': 'no-store' });
    })
    .get('/complaints/:complaint/evidence/:id', requireBackOffice, async (c) => {
      const actor = c.var.actor!;
      const [complaintId, id] = [requireId(c, 'complaint'), requireId(c, 'id')];
      const { key, type, fileName } = await findEvidence(db, actor, { complaintId, id });
      await c.var.recordAccess(actor, {
        action: 'viewed',
        entity: 'complaint_evidence',
        entityId: id,
        label: fileName,
      });
      if (type === 'picture') return sendPrivatePicture(c, storage, { id, key });
      const bytes = await storage.getBytes(key);
      if (!bytes) throw new DomainError('not-found');
      // Not shown here: a PDF can contain scripts, which its viewer keeps away from this site.
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="evidence-${id.slice(0, 8)}.pdf"`,
        'cache-control': 'no-store',
      });
    });
}
