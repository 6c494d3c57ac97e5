import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { VerificationBadge } from '#src/features/agency/performers/ui/verification-badge.tsx';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { NAME_KIND_LABELS } from '../record-index.schema.ts';
import type { recordNamesList, recordWorksList } from './record-index-queries.ts';

export const RECORD_NAMES_COLUMNS: ColumnsOf<typeof recordNamesList> = [
  {
    id: 'name',
    label: 'Name',
    isFixed: true,
    sort: 'name',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  { id: 'kind', label: 'Kind of name', cell: ({ kind }) => NAME_KIND_LABELS[kind] },
  {
    id: 'legalName',
    label: 'Legal name',
    cell: ({ performer }) => (
      <bdi>
        {performer.legalSurname}, {performer.legalGivenNames}
      </bdi>
    ),
  },
  { id: 'birth', label: 'Date of birth', cell: ({ dateOfBirth }) => formatUtcDate(dateOfBirth) },
  {
    id: 'verification',
    label: 'Identity',
    cell: ({ verification }) => <VerificationBadge state={verification} />,
  },
  { id: 'works', label: 'Works', isNumber: true, cell: ({ works }) => works },
];

export const RECORD_WORKS_COLUMNS: ColumnsOf<typeof recordWorksList> = [
  { id: 'title', label: 'Work', isFixed: true, cell: ({ title }) => <bdi>{title}</bdi> },
  {
    id: 'people',
    label: 'People',
    cell: ({ people }) =>
      people.length === 0
        ? NONE
        : people.map(({ id, legalSurname, legalGivenNames }, index) => (
            <Fragment key={id}>
              {index > 0 && '; '}
              <Link to="/performers/$id" params={{ id }} dir="auto">
                {legalSurname}, {legalGivenNames}
              </Link>
            </Fragment>
          )),
  },
  {
    id: 'address',
    label: 'Address',
    cell: ({ address }) => <CopyableText name="Address" text={address} />,
  },
  {
    id: 'published',
    label: 'Published',
    sort: '-published',
    cell: ({ publishedAt }) => <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>,
  },
  {
    id: 'removed',
    label: 'Removed',
    cell: ({ removedAt }) =>
      removedAt ? <time dateTime={removedAt}>{formatDate(removedAt)}</time> : NONE,
  },
];
