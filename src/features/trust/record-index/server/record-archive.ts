import { asc, inArray, and } from 'drizzle-orm';
import type { Pool } from 'pg';
import {
  revealDocument,
  type DocumentServices,
} from '#src/features/agency/performers/server/documents.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { performerDocuments } from '#src/features/agency/performers/server/verification.table.ts';
import { DOCUMENT_LABELS } from '#src/features/agency/performers/verification.schema.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import { encryptedZip } from '#src/platform/archive/encrypted-zip.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Actor, RequestEnv } from '#src/platform/http/operation.ts';
import type { RecordArchive } from '../record-index.schema.ts';
import { worksFile } from './record-files.ts';

export type ArchiveServices = Pick<DocumentServices, 'db' | 'storage'> & {
  pool: Pool;
  config: DocumentServices['config'] & { publicUrl: string };
};

type RecordAccess = RequestEnv['Variables']['recordAccess'];
type Performer = typeof performers.$inferSelect;
type DocumentRow = typeof performerDocuments.$inferSelect;

const README = `Records under 18 U.S.C. 2257 and 28 CFR part 75

performers.csv  who is recorded, by legal surname, with every other name
works.csv       every work that they are in, with its address and dates (UTC)
documents.csv   the copies in the folder "documents", with number and expiry

The files are encrypted (AES-256). The names of the files are not.
`;

/**
 * An encrypted archive of the records of performers with copies of their documents, for an inspection.
 * The audit trail records it for each performer before the first byte is sent.
 * @throws DomainError 'not-found' if the actor may not see one of them
 */
export async function createRecordArchive(
  services: ArchiveServices,
  actor: Actor,
  { performerIds, reason, password }: RecordArchive,
  recordAccess: RecordAccess,
): Promise<Download> {
  const { db } = services;
  const ids = [...new Set(performerIds)];
  const people = await db
    .select()
    .from(performers)
    .where(and(inArray(performers.id, ids), inScope(actor, performers.influencerId)))
    .orderBy(asc(performers.legalSurname), asc(performers.id));
  if (people.length < ids.length) throw new DomainError('not-found', 'Performer not found');
  const documents = await db
    .select()
    .from(performerDocuments)
    .where(inArray(performerDocuments.performerId, ids))
    .orderBy(asc(performerDocuments.performerId), asc(performerDocuments.createdAt));
  await db.transaction(async (tx) => {
    for (const { id, fullName } of people) {
      const count = documents.filter(({ performerId }) => performerId === id).length;
      const access = { entity: 'performers', entityId: id, label: fullName };
      await recordAccess(
        actor,
        { ...access, action: 'exported', after: { reason, documents: count } },
        tx,
      );
    }
  });
  return encryptedZip('records.zip', password, async (addFile) => {
    await addFile('README.txt', [Buffer.from(README)]);
    await addFile('performers.csv', performersFile(people).chunks);
    await addFile('works.csv', worksFile(services, actor, ids).chunks);
    const numbers = new Map<string, string>();
    for (const document of documents) {
      const { id, performerId } = document;
      const revealed = await revealDocument(services, actor, { performerId, documentId: id });
      numbers.set(id, revealed.number ?? '');
      await addFile(fileNameOf(document), [Buffer.from(revealed.picture, 'base64')]);
    }
    await addFile('documents.csv', documentsFile({ people, documents, numbers }).chunks);
  });
}

const fileNameOf = ({ id, kind, performerId }: DocumentRow) =>
  `documents/${performerId}/${kind}-${id.slice(0, 8)}.webp`;

const performersFile = (people: Performer[]): Download =>
  csvFile<Performer>(
    'performers.csv',
    {
      'Legal Surname': ({ legalSurname }) => legalSurname,
      'Legal Given Names': ({ legalGivenNames }) => legalGivenNames,
      'Known As': ({ fullName }) => fullName,
      'Other Names': ({ aliases }) => aliases.join('; '),
      'Date of Birth': ({ dateOfBirth }) => dateOfBirth,
      Country: ({ country }) => country,
      'Record Created (UTC)': ({ createdAt }) => createdAt,
      Folder: ({ id }) => id,
    },
    inOnePart(people),
  );

type Copies = { people: Performer[]; documents: DocumentRow[]; numbers: Map<string, string> };

function documentsFile({ people, documents, numbers }: Copies): Download {
  const nameOf = (performerId: string) => people.find(({ id }) => id === performerId)!;
  return csvFile<DocumentRow>(
    'documents.csv',
    {
      'Legal Surname': ({ performerId }) => nameOf(performerId).legalSurname,
      'Legal Given Names': ({ performerId }) => nameOf(performerId).legalGivenNames,
      Document: ({ kind }) => DOCUMENT_LABELS[kind],
      Country: ({ country }) => country,
      Number: ({ id }) => numbers.get(id) ?? '',
      Expires: ({ expiresOn }) => expiresOn,
      'Added (UTC)': ({ createdAt }) => createdAt,
      File: fileNameOf,
    },
    inOnePart(documents),
  );
}

async function* inOnePart<Row>(rows: Row[]) {
  yield rows;
}
