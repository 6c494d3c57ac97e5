import type { z } from 'zod';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  NAME_KIND_LABELS,
  type RecordNameQuery,
  type recordNameRowSchema,
  type RecordWorkQuery,
  type recordWorkRowSchema,
} from '../record-index.schema.ts';
import { allRecordNames } from './name-list.ts';
import { allRecordWorks, worksOfPerformer, type WorkServices } from './work-list.ts';

type Name = z.input<typeof recordNameRowSchema>;
type Work = z.input<typeof recordWorkRowSchema>;
type Line = { name: Name; work: Work | null };

const WORK_COLUMNS = {
  Work: ({ work }: { work: Work | null }) => work?.title ?? '',
  Address: ({ work }: { work: Work | null }) => work?.address ?? '',
  'Published (UTC)': ({ work }: { work: Work | null }) => work?.publishedAt ?? null,
  'Removed (UTC)': ({ work }: { work: Work | null }) => work?.removedAt ?? null,
};

/** Each name with every work of its performer, in alphabetical order. */
async function* namesWithWorks(
  services: WorkServices,
  actor: Actor,
  query: Pick<RecordNameQuery, 'search' | 'kind' | 'sort'>,
): AsyncGenerator<Line[]> {
  for await (const names of allRecordNames(services.pool, actor, query)) {
    for (const name of names) {
      let hasWorks = false;
      for await (const works of worksOfPerformer(services, actor, name.performer.id)) {
        hasWorks ||= works.length > 0;
        yield works.map((work) => ({ name, work }));
      }
      if (!hasWorks) yield [{ name, work: null }];
    }
  }
}

/** The cross-index by name: one line for each name and each work. */
export function exportRecordNames(
  services: WorkServices,
  actor: Actor,
  query: Pick<RecordNameQuery, 'search' | 'kind' | 'sort'>,
): Download {
  return csvFile<Line>(
    'records-by-name.csv',
    {
      Name: ({ name }) => name.name,
      'Kind of Name': ({ name }) => NAME_KIND_LABELS[name.kind],
      'Legal Surname': ({ name }) => name.performer.legalSurname,
      'Legal Given Names': ({ name }) => name.performer.legalGivenNames,
      'Date of Birth': ({ name }) => name.dateOfBirth,
      Identity: ({ name }) => name.verification,
      ...WORK_COLUMNS,
    },
    namesWithWorks(services, actor, query),
  );
}

type Depicted = { work: Work; person: Work['people'][number] | null };

/** Each work with everybody in it. */
async function* worksWithPeople(works: AsyncIterable<Work[]>): AsyncGenerator<Depicted[]> {
  for await (const batch of works) {
    yield batch.flatMap((work) => {
      const { people } = work;
      return (people.length > 0 ? people : [null]).map((person) => ({ work, person }));
    });
  }
}

const depictedFile = (fileName: string, works: AsyncIterable<Work[]>): Download =>
  csvFile<Depicted>(
    fileName,
    {
      ...WORK_COLUMNS,
      'Legal Surname': ({ person }) => person?.legalSurname ?? '',
      'Legal Given Names': ({ person }) => person?.legalGivenNames ?? '',
    },
    worksWithPeople(works),
  );

/** The cross-index by work: one line for each work and each person in it. */
export function exportRecordWorks(
  services: WorkServices,
  actor: Actor,
  query: Omit<RecordWorkQuery, 'after' | 'before'>,
): Download {
  return depictedFile('records-by-work.csv', allRecordWorks(services, actor, query));
}

/** Every work of these performers, as a file of their archive. */
export function worksFile(services: WorkServices, actor: Actor, performerIds: string[]): Download {
  async function* all() {
    for (const id of performerIds) yield* worksOfPerformer(services, actor, id);
  }
  return depictedFile('works.csv', all());
}
