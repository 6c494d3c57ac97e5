import { createHash } from 'node:crypto';
import { DomainError } from '#src/lib/problem.ts';
import { encryptedZip } from '#src/platform/archive/encrypted-zip.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { ESCALATION_EVENT_LABELS, escalationReference } from '../escalations.schema.ts';
import type { EscalationServices } from './create-escalation.ts';
import { recordCustody, type Custodian } from './custody.ts';
import { custodyOf, factsOf, filesOf, lockEscalation } from './escalation-record.ts';
import type { escalationEvents, escalationFiles } from './escalations.table.ts';
import { FACTS_FILE, factsDigest, manifestOf, packagedName } from './manifest.ts';

type Entry = typeof escalationEvents.$inferSelect;
type PreservedFile = typeof escalationFiles.$inferSelect;

const README = `Preserved content and facts, for the authority

${FACTS_FILE}            what is known, by the headings of 18 U.S.C. 2258A(b)
files/                the files as they were uploaded
manifest.sha256       SHA-256 of each file: sha256sum --check manifest.sha256
chain-of-custody.csv  everybody who accessed this, this download included; each
                      hash contains the one before

Times are in UTC. The files are encrypted (AES-256); the names of the files are not.
`;

/**
 * The package for the authority: files, facts, manifest and chain of custody, encrypted with a password.
 * The chain contains the download before the first byte is sent.
 * @throws DomainError 'not-found', 'not-allowed-in-state' once the content was deleted
 */
export async function createPackage(
  services: EscalationServices,
  actor: Custodian,
  { id, reason, password }: { id: string; reason: string; password: string },
): Promise<Download> {
  const { facts, files, custody } = await services.db.transaction(async (tx) => {
    const stored = factsOf(services, await lockEscalation(tx, actor, id));
    if (stored === null) {
      throw new DomainError('not-allowed-in-state', 'The files and facts were deleted');
    }
    await recordCustody(tx, id, actor, { event: 'downloaded', text: reason });
    return { facts: stored, files: await filesOf(tx, id), custody: await custodyOf(tx, id) };
  });
  return encryptedZip(`${escalationReference(id)}.zip`, password, async (addFile) => {
    await addFile('README.txt', [Buffer.from(README)]);
    await addFile(FACTS_FILE, [Buffer.from(facts)]);
    await addFile('manifest.sha256', [Buffer.from(manifestOf(files, factsDigest(facts)))]);
    await addFile('chain-of-custody.csv', custodyFile(custody).chunks);
    for (const [index, file] of files.entries()) {
      await addFile(packagedName(file, index), preservedContent(services.storage, file));
    }
  });
}

/** The content of a preserved file. @throws Error at its end if it differs from what was preserved */
async function* preservedContent(
  storage: Storage,
  { s3Key, bytes, sha256 }: PreservedFile,
): AsyncGenerator<Buffer> {
  const content = await storage.getRange(s3Key, { start: 0, end: bytes - 1 });
  if (!content) throw new Error('a preserved file is missing');
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
  if (hash.digest('hex') !== sha256) throw new Error('a preserved file has changed');
}

const custodyFile = (custody: Entry[]): Download =>
  csvFile<Entry>(
    'chain-of-custody.csv',
    {
      Number: ({ number }) => number,
      'Time (UTC)': ({ at }) => at,
      Event: ({ event }) => ESCALATION_EVENT_LABELS[event],
      Text: ({ text }) => text,
      Who: ({ actor }) => actor,
      Hash: ({ hash }) => hash,
    },
    inOnePart(custody),
  );

async function* inOnePart<Row>(rows: Row[]) {
  yield rows;
}
