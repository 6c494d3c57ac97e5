import { Hono } from 'hono';
import {
  limitDocument,
  receiveDocument,
} from '#src/features/agency/performers/server/document-uploads.ts';
import {
  addDocument,
  type DocumentServices,
} from '#src/features/agency/performers/server/documents.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { releaseIdentitySchema } from '../releases.schema.ts';
import { readReleaseToken } from './invitation-links.ts';
import { requireInvited } from './own-release.ts';

type Dependencies = DocumentServices & {
  config: Pick<Config, 'secrets' | 'agency'>;
  limits: { releaseUpload: RateLimit; releaseIdentity: RateLimit };
};

/**
 * Receives the picture of a document of an invited person as a form: `POST /release-documents`. Token,
 * date of birth and number are fields of the form, because addresses are logged.
 */
export function releaseUploads(services: Dependencies) {
  return new Hono<RequestEnv>().post(
    '/release-documents',
    async (c, next) => {
      await services.limits.releaseUpload.consume(c.var.clientNetwork);
      await next();
    },
    limitDocument,
    async (c) => {
      const { fields, ...document } = await receiveDocument(c);
      const identity = releaseIdentitySchema.safeParse(fields);
      if (!identity.success) throw new DomainError('invalid-input', 'Open your link again');
      const { clientNetwork } = c.var;
      await services.limits.releaseIdentity.consume(
        readReleaseToken(services.config, identity.data.token) ?? clientNetwork,
      );
      const { performerId } = await requireInvited(services, identity.data);
      await addDocument(services, null, performerId, document);
      return c.json({}, 200, { 'cache-control': 'no-store' });
    },
  );
}
