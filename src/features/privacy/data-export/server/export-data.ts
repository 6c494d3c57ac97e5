import { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import {
  findSpecialData,
  type SpecialDataServices,
} from '#src/features/identity/special-data/server/special-data.ts';
import { findOwnTaxDetails } from '#src/features/money/payees/server/tax-details.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { selectPersonalData } from './exported-rows.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const README = `Your data at Velvet Rope

Each .json file lists the records of one kind that we store about you, with
the names of the database's columns. Times are in UTC, amounts in US cents.
Files without records are left out. The folder "files" contains pictures and
videos as they were uploaded.

Not included are passwords and other secrets, which we store only in a form
that nobody can read, bank account and tax numbers except for their last four
characters, and the names of people of our team. Write to us through
the contact page for the record of what our team changed about your account.
`;

export type ExportServices = AccountMails &
  SpecialDataServices & {
    storage: Storage;
    limits: { dataExport: RateLimit };
  };

type StoredFile = { name: string; key: string; size: number };

/** Whom an archive is about. */
type Person = Pick<Actor, 'userId' | 'email' | 'role'>;

/**
 * A ZIP archive with everything that is stored about a person, generated while it is sent. The person is
 * notified by mail.
 * @param actor the person, or an admin
 * @throws DomainError 'rate-limited'
 */
export async function exportData(
  { db, storage, limits, ...mails }: ExportServices,
  actor: Pick<Actor, 'userId'>,
  person: Person,
): Promise<Download> {
  await limits.dataExport.consume(actor.userId);
  const files = await listFiles(db, storage, person);
  const specialData = await findSpecialData({ db, ...mails }, person.userId);
  const taxDetails = await findOwnTaxDetails({ db, ...mails }, person.userId);
  const by = actor.userId === person.userId ? 'owner' : 'agency';
  await mailExport(db, mails, { to: person.email, by });
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error as Error));
  zip.addBuffer(Buffer.from(README), 'README.txt');
  if (specialData) zip.addBuffer(toJson([specialData]), 'special-data.json');
  if (taxDetails.length > 0) zip.addBuffer(toJson(taxDetails), 'tax-details-in-full.json');
  void addRecords(zip, db, person.userId)
    .then(() => addFiles(zip, output, { storage, files }))
    .then(() => zip.end())
    .catch((error: unknown) => output.destroy(error as Error));
  const day = formatUtcDay(new Date());
  return new Download(`velvet-rope-data-${day}.zip`, 'application/zip', output);
}

const toJson = (records: object[]) => Buffer.from(JSON.stringify(records, null, 2));

async function addRecords(zip: ZipFile, db: Db, userId: string): Promise<void> {
  for (const part of PERSONAL_DATA) {
    const { rows } = await db.execute<{ row: object }>(selectPersonalData(part, userId));
    if (rows.length === 0) continue;
    const records = rows.map(({ row }) => row);
    zip.addBuffer(toJson(records), `${part.name}.json`);
  }
}

/** The originals of an influencer, and the picture of a fan. Staff upload files for others. */
async function listFiles(db: Db, storage: Storage, person: Person): Promise<StoredFile[]> {
  const [avatar] = await db
    .select({ key: avatars.s3Key })
    .from(avatars)
    .where(eq(avatars.userId, person.userId));
  const size = avatar && (await storage.size(avatar.key));
  const photo = avatar && size ? [{ name: 'files/photo.webp', key: avatar.key, size }] : [];
  if (person.role !== 'influencer') return photo;
  // A reused file has several rows with one key.
  const originals = await db
    .selectDistinctOn([contentMedia.s3Key], {
      id: contentMedia.id,
      fileName: contentMedia.fileName,
      key: contentMedia.s3Key,
      size: contentMedia.fileSize,
    })
    .from(contentMedia)
    .where(and(eq(contentMedia.ownerId, person.userId), isNull(contentMedia.preservedSince)))
    .orderBy(contentMedia.s3Key, contentMedia.createdAt, contentMedia.id);
  return originals.map(({ id, fileName, ...file }) => ({
    ...file,
    name: `files/${id}-${safeName(fileName)}`,
  }));
}

const safeName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_').slice(-80);

function addFiles(
  zip: ZipFile,
  output: Readable,
  { storage, files }: { storage: Storage; files: StoredFile[] },
): void {
  let opened: Readable | null = null;
  // A client that went away leaves a file half read.
  output.on('close', () => opened?.destroy());
  for (const { name, key, size } of files) {
    // Pictures and videos are compressed already. Each file is opened when it is its turn.
    zip.addReadStreamLazy(name, { compress: false, size }, (ready) => {
      storage.getRange(key, { start: 0, end: size - 1 }).then(
        (stream) => {
          opened = stream;
          if (output.destroyed) stream?.destroy();
          else ready(stream ? null : new Error('The file was deleted'), stream!);
        },
        (error: unknown) => ready(error, Readable.from([])),
      );
    });
  }
}

type Exporter = 'owner' | 'agency';

const EXPORTED: Record<Exporter, string[]> = {
  owner: [
    'Someone signed in to your Velvet Rope account just downloaded a copy of everything we store about you.',
    'If this was you, there’s nothing more to do. Keep the file in a safe place.',
  ],
  agency: [
    'A member of our team just downloaded a copy of everything we store about you.',
    'If you asked us for it, there’s nothing more to do.',
  ],
};

async function mailExport(
  db: Db,
  { mail, config: { publicUrl } }: AccountMails,
  { to, by }: { to: string; by: Exporter },
): Promise<void> {
  await mail.queue(db, {
    to,
    subject: 'Your data was downloaded',
    heading: 'Your data was downloaded',
    paragraphs: EXPORTED[by],
    footnote:
      by === 'owner'
        ? `If this wasn’t you, reset your password at ${publicUrl}/forgot-password and contact us at ${publicUrl}/contact.`
        : `If you don’t know why, write to us at ${publicUrl}/contact.`,
  });
}
