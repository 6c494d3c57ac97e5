import { dateCell, NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { AGREEMENT_KIND_LABELS } from '../agreements.schema.ts';
import { MissingState, OBSTACLE_TEXTS, SignatureState } from './agreement-state.tsx';
import type { missingAgreementsList, signedAgreementsList } from './agreements-queries.ts';

export const SIGNED_COLUMNS: ColumnsOf<typeof signedAgreementsList> = [
  {
    id: 'name',
    label: 'Signed by',
    isFixed: true,
    sort: 'name',
    cell: ({ signedName }) => <bdi>{signedName}</bdi>,
  },
  {
    id: 'knownAs',
    label: 'Known as',
    cell: ({ performer }) => <bdi>{performer.fullName}</bdi>,
  },
  {
    id: 'kind',
    label: 'Agreement',
    isInSummary: true,
    cell: ({ kind }) => AGREEMENT_KIND_LABELS[kind],
  },
  { id: 'version', label: 'Version', isNumber: true, cell: ({ number }) => number },
  {
    id: 'state',
    label: 'State',
    isInSummary: true,
    cell: (row) => <SignatureState {...row} />,
  },
  {
    id: 'influencer',
    label: 'Influencer',
    cell: ({ influencer }) => (influencer ? <bdi>{influencer.fullName}</bdi> : 'Deleted'),
  },
  {
    id: 'signed',
    label: 'Signed',
    sort: '-signed',
    cell: ({ signedAt }) => dateCell(signedAt),
  },
  {
    id: 'countersigned',
    label: 'Countersigned',
    isOptional: true,
    cell: ({ countersignedAt }) => dateCell(countersignedAt),
  },
  {
    id: 'countersignedBy',
    label: 'Countersigned by',
    isOptional: true,
    cell: ({ countersignedName }) => (countersignedName ? <bdi>{countersignedName}</bdi> : NONE),
  },
];

export const MISSING_COLUMNS: ColumnsOf<typeof missingAgreementsList> = [
  {
    id: 'name',
    label: 'Influencer',
    isFixed: true,
    sort: 'name',
    cell: ({ fullName }) => <bdi>{fullName}</bdi>,
  },
  { id: 'state', label: 'State', cell: ({ state }) => <MissingState state={state} /> },
  {
    id: 'obstacle',
    label: 'Before they can sign',
    cell: ({ obstacle }) => (obstacle ? OBSTACLE_TEXTS[obstacle] : NONE),
  },
  {
    id: 'added',
    label: 'Added',
    sort: '-newest',
    cell: ({ createdAt }) => dateCell(createdAt),
  },
];
