import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, count, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Config } from '#src/platform/config/config.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { decodeInTurn } from '#src/platform/pictures/decode-in-turn.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import {
  countSegments,
  decryptSegments,
  encryptContent,
  HEADER_BYTES,
  newFileKey,
} from '#src/platform/storage/encrypted-file.ts';
import type { FileFolder, Storage } from '#src/platform/storage/storage.ts';
import { DOCUMENT_LIMIT, type DocumentDetails } from '../verification.schema.ts';
import { lockPerformer } from './performers.ts';
import { DOCUMENT_FILE_KEYS, DOCUMENT_NUMBERS, performerDocuments } from './verification.table.ts';

/** The folder of these files, apart from all media. */
const FOLDER: FileFolder = 'performer-documents';
/** Pixels of the longer side: small print stays legible. */
const LONGEST_SIDE = 3_000;
const MAXIMUM_PIXELS = 100_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

export type DocumentServices = {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  scanFile: VirusScan;
  config: Pick<Config, 'secrets'>;
};
type Scoped = Pick<Actor, 'userId' | 'isLimited'>;

/**
 * Stores the picture of a document, encrypted with a new key; without an actor for the performer
 * themselves. @returns its id
 * @throws DomainError 'not-found', 'invalid-file', or 'conflict' when there are too many
 */
export async function addDocument(
  { db, storage, scanFile, config }: Omit<DocumentServices, 'jobs'>,
  actor: Scoped | null,
  performerId: string,
  { details, bytes }: { details: DocumentDetails; bytes: Buffer },
): Promise<string> {
  const picture = await readPicture(bytes, scanFile);
  const { secrets } = config;
  const [id, s3Key, fileKey] = [randomUUID(), `${FOLDER}/${randomUUID()}`, newFileKey()];
  await storage.put(s3Key, await buffer(encryptContent(fileKey, Readable.from([picture]))));
  try {
    await db.transaction(async (tx) => {
      await lockPerformer(tx, actor, performerId);
      await refuseTooMany(tx, performerId);
      const isFace = details.kind === 'face-picture';
      await tx.insert(performerDocuments).values({
        id,
        performerId,
        s3Key,
        kind: details.kind,
        sealedFileKey: sealFor(secrets, DOCUMENT_FILE_KEYS, id, fileKey.toString('base64')),
        createdBy: actor?.userId ?? null,
        ...(!isFace && {
          country: details.country,
          expiresOn: details.expiresOn,
          sealedNumber: sealFor(secrets, DOCUMENT_NUMBERS, id, details.number),
        }),
      });
    });
  } catch (error) {
    await storage.delete(s3Key);
    throw error;
  }
  return id;
}

async function refuseTooMany(tx: Db, performerId: string) {
  const [all] = await tx
    .select({ count: count() })
    .from(performerDocuments)
    .where(eq(performerDocuments.performerId, performerId));
  if (all!.count >= DOCUMENT_LIMIT) {
    throw new DomainError('conflict', `A performer has at most ${DOCUMENT_LIMIT} documents`);
  }
}

/** The picture without metadata, in one format. @throws DomainError 'invalid-file' */
async function readPicture(bytes: Buffer, scanFile: VirusScan): Promise<Buffer> {
  const refuse = (reason: string) =>
    new DomainError('invalid-file', `This file isn’t a usable picture: ${reason}`);
  if (bytes.length === 0) throw refuse('the file is empty');
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAXIMUM_PIXELS });
  const { format } = await image.metadata().catch(() => ({ format: '' }));
  if (!FORMATS.has(format)) throw refuse('use JPEG, PNG or WebP');
  if (await scanFile(bytes)) throw refuse('it contains malware');
  const side = { width: LONGEST_SIDE, height: LONGEST_SIDE };
  return decodeInTurn(() =>
    image
      .autoOrient()
      .resize({ ...side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer(),
  ).catch(() => {
    throw refuse('the file is damaged or too large');
  });
}

/** The picture and the number of a document. @throws DomainError 'not-found' */
export async function revealDocument(
  { db, storage, config }: Pick<DocumentServices, 'db' | 'storage' | 'config'>,
  actor: Scoped,
  { performerId, documentId }: { performerId: string; documentId: string },
) {
  const document = await db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    return findDocument(tx, performerId, documentId);
  });
  const { id, kind, s3Key, sealedNumber, sealedFileKey } = document;
  const stored = await storage.getBytes(s3Key);
  if (!stored) throw new DomainError('not-found', 'The file of this document is missing');
  const fileKey = Buffer.from(
    openOf(config.secrets, DOCUMENT_FILE_KEYS, id, sealedFileKey),
    'base64',
  );
  const segments = countSegments(stored.length + HEADER_BYTES);
  const picture = await buffer(
    decryptSegments(fileKey, Readable.from([stored]), { first: 0, count: segments }),
  );
  return {
    kind,
    number: sealedNumber && openOf(config.secrets, DOCUMENT_NUMBERS, id, sealedNumber),
    picture: picture.toString('base64'),
  };
}

/** A document of a performer. @throws DomainError 'not-found' */
export async function findDocument(tx: Db, performerId: string, documentId: string) {
  const [found] = await tx
    .select()
    .from(performerDocuments)
    .where(
      and(eq(performerDocuments.id, documentId), eq(performerDocuments.performerId, performerId)),
    );
  if (!found) throw new DomainError('not-found', 'Document not found');
  return found;
}

/**
 * Deletes a document that no check refers to, with its file.
 * @throws DomainError 'not-found', or 'not-allowed-in-state' if a check refers to it or there is a hold
 */
export async function deleteDocument(
  { db, jobs }: Pick<DocumentServices, 'db' | 'jobs'>,
  actor: Scoped,
  { performerId, documentId }: { performerId: string; documentId: string },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const { holdReason } = await lockPerformer(tx, actor, performerId);
      await findDocument(tx, performerId, documentId);
      if (holdReason !== null) {
        throw new DomainError('not-allowed-in-state', 'This record is under a hold');
      }
      await tx.delete(performerDocuments).where(eq(performerDocuments.id, documentId));
      await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
    });
  } catch (error) {
    if (parseDatabaseError(error)?.code !== '23503') throw error;
    throw new DomainError('not-allowed-in-state', 'A check of identity refers to this document');
  }
}
