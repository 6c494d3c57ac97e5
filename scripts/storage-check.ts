import { asc, gt } from 'drizzle-orm';
import { performerDocuments } from '#src/features/agency/performers/server/verification.table.ts';
import { storedKeys, variantKey } from '#src/features/content/media/media-keys.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { applicationPictures } from '#src/features/content/portfolios/server/application-pictures.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { escalationFiles } from '#src/features/trust/escalations/server/escalations.table.ts';
import { complaintEvidence } from '#src/features/trust/evidence/server/evidence.table.ts';
import { parsePublicImageName, publicImageStem, publicImageWidths } from '#src/lib/images.ts';
import type { Db } from '#src/platform/database/db.ts';
import { deletedFiles } from '#src/platform/storage/deleted-files.table.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { isRecordedFile, type Storage } from '#src/platform/storage/storage.ts';
import { cannotRun, withProductDatabase } from './product-database.ts';

const PAGE_SIZE = 1000;
/** Newer files may belong to records that are being created. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

type StoredFile = { size: number; changedAt: number };
type Report = {
  files: number;
  bytes: number;
  /** Keys that rows reference but that do not exist. */
  missing: string[];
  /** Keys that exist but that no row references. */
  orphans: string[];
};

/** Compares the storage with the rows that reference its files. */
export async function checkStorage(db: Db, storage: Storage, now: Date): Promise<Report> {
  const found = new Map<string, StoredFile>();
  for await (const { key, size, changedAt } of storage.list('')) {
    if (isRecordedFile(key)) found.set(key, { size, changedAt: changedAt.getTime() });
  }
  const referenced = new Set<string>();
  const missing = new Set<string>();
  for await (const { stem, requiredKeys } of listReferencedFiles(db)) {
    referenced.add(stem);
    for (const key of requiredKeys) {
      // The file may have been created after the listing.
      if (!found.has(key) && !(await storage.exists(key))) missing.add(key);
    }
  }
  const isOrphan = ([key, { changedAt }]: [string, StoredFile]) =>
    !referenced.has(stemOf(key)) && now.getTime() - changedAt > ORPHAN_AGE_MS;
  return {
    files: found.size,
    bytes: [...found.values()].reduce((sum, { size }) => sum + size, 0),
    missing: [...missing].toSorted(),
    orphans: [...found]
      .filter(isOrphan)
      .map(([key]) => key)
      .toSorted(),
  };
}

// All files derived from an original begin with the same name.
const stemOf = (key: string) => /^[^/]+\/[^/.]+/.exec(key)?.[0] ?? key;

type ReferencedFile = { stem: string; requiredKeys: string[] };

async function* listReferencedFiles(db: Db): AsyncIterable<ReferencedFile> {
  for await (const media of pagesOf(db, contentMedia)) {
    yield {
      stem: stemOf(media.s3Key),
      requiredKeys: media.state === 'ready' ? storedKeys(media) : [media.s3Key],
    };
  }
  for await (const profile of pagesOf(db, profiles)) {
    const { profilePhotoS3Key, pageHeroImage, pageReadySectionBackground } = profile;
    const keys = [
      ...[profilePhotoS3Key, pageHeroImage, pageReadySectionBackground].filter(
        (key) => key !== null,
      ),
      ...profile.pageAboutImages,
      ...profile.pageSneakPeekImages,
      ...profile.pageWhySignupImages,
    ];
    for (const key of keys) yield { stem: stemOf(key), requiredKeys: publicKeys(key) };
  }
  for await (const { s3Key } of pagesOf(db, avatars)) {
    yield { stem: stemOf(s3Key), requiredKeys: [s3Key] };
  }
  for await (const { s3Key } of pagesOf(db, applicationPictures)) {
    yield { stem: stemOf(s3Key), requiredKeys: [s3Key] };
  }
  for await (const { s3Key } of pagesOf(db, performerDocuments)) {
    yield { stem: stemOf(s3Key), requiredKeys: [s3Key] };
  }
  for await (const { s3Key } of pagesOf(db, complaintEvidence)) {
    yield { stem: stemOf(s3Key), requiredKeys: [s3Key] };
  }
  // What is preserved for the authorities outlives the rows above.
  for (const { s3Key } of await db.select({ s3Key: escalationFiles.s3Key }).from(escalationFiles)) {
    yield { stem: stemOf(s3Key), requiredKeys: [s3Key] };
  }
  // The product is about to remove these files.
  for (const { key } of await db.select({ key: deletedFiles.key }).from(deletedFiles)) {
    yield { stem: stemOf(key), requiredKeys: [] };
  }
}

type TableWithFiles =
  | typeof applicationPictures
  | typeof avatars
  | typeof complaintEvidence
  | typeof contentMedia
  | typeof performerDocuments
  | typeof profiles;

async function* pagesOf<T extends TableWithFiles>(db: Db, table: T) {
  let last: string | null = null;
  for (;;) {
    const page: T['$inferSelect'][] = await db
      .select()
      .from(table as typeof profiles)
      .where(last ? gt(table.id, last) : undefined)
      .orderBy(asc(table.id))
      .limit(PAGE_SIZE);
    yield* page;
    if (page.length < PAGE_SIZE) return;
    last = page.at(-1)!.id;
  }
}

/** The keys of a public picture: the original and its sizes. */
function publicKeys(key: string): string[] {
  const facts = parsePublicImageName(publicImageStem(key));
  if (!facts) return [key];
  return [key, ...publicImageWidths(facts).map((width) => variantKey(key, width))];
}

function print({ files, bytes, missing, orphans }: Report): void {
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
  for (const [label, keys] of [
    ['missing (a row names them, and they are not there)', missing],
    ['orphans (no row names them, and they are older than a day)', orphans],
  ] as const) {
    console.log(`\n${keys.length} ${label}`);
    for (const key of keys) console.log(`  ${key}`);
  }
}

if (import.meta.main) {
  await withProductDatabase(async (db, config) => {
    const report = await checkStorage(db, await openStorage(config), new Date());
    print(report);
    process.exitCode = report.missing.length > 0 ? 1 : 0;
  }).catch(cannotRun);
}
