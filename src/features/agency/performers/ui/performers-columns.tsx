import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { dateCell, NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { PERFORMER_KIND_LABELS } from '../performers.schema.ts';
import type { performersList } from './performers-queries.ts';
import { VerificationBadge } from './verification-badge.tsx';

export const PERFORMERS_COLUMNS: ColumnsOf<typeof performersList> = [
  {
    id: 'legalName',
    label: 'Legal name',
    isFixed: true,
    sort: 'surname',
    cell: ({ legalSurname, legalGivenNames }) => (
      <bdi>
        {legalSurname}, {legalGivenNames}
      </bdi>
    ),
  },
  { id: 'name', label: 'Known as', cell: ({ fullName }) => <bdi>{fullName}</bdi> },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => PERFORMER_KIND_LABELS[kind] },
  {
    id: 'verification',
    label: 'Identity',
    cell: ({ verification }) => <VerificationBadge state={verification} />,
  },
  {
    id: 'expires',
    label: 'Document expires',
    cell: ({ expiresOn }) => (expiresOn ? formatUtcDate(expiresOn) : NONE),
  },
  {
    id: 'influencer',
    label: 'Influencer',
    cell: ({ influencer }) => (influencer ? <bdi>{influencer.fullName}</bdi> : 'Deleted'),
  },
  {
    id: 'aliases',
    label: 'Other names',
    cell: ({ aliases }) => (aliases.length > 0 ? <bdi>{aliases.join(', ')}</bdi> : NONE),
  },
  {
    id: 'birth',
    label: 'Date of birth',
    cell: ({ dateOfBirth }) => formatUtcDate(dateOfBirth),
  },
  { id: 'country', label: 'Country', cell: ({ country }) => countryName(country) },
  {
    id: 'added',
    label: 'Added',
    sort: '-newest',
    cell: ({ createdAt }) => dateCell(createdAt),
  },
  {
    id: 'archived',
    label: 'Archived',
    isOptional: true,
    cell: ({ archivedAt }) => dateCell(archivedAt),
  },
];
