import { TagList } from '#src/features/identity/tags/ui/tag-list.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { dateCell } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import type { ApplicationRow } from '../review.schema.ts';
import styles from './application-columns.module.css';
import { ApplicationState } from './application-state.tsx';
import type { applicationsList } from './applications-queries.ts';

const NONE = '–';

const text = (value: string | null) => (value ? <bdi>{value}</bdi> : NONE);
const audienceLabel = (row: ApplicationRow): number =>
  row.instagramFollowers + row.tiktokFollowers + row.youtubeSubscribers;
const account = (handle: string | null, followers: number) => (
  <>
    {text(handle)}
    {followers > 0 && <span className={styles.soft}> {abbreviateCount(followers)}</span>}
  </>
);

export const APPLICATION_COLUMNS: ColumnsOf<typeof applicationsList> = [
  {
    id: 'applicant',
    label: 'Applicant',
    sort: 'name',
    isFixed: true,
    cell: ({ fullName, email }) => (
      <span className={styles.applicant}>
        <bdi>{fullName}</bdi>
        <bdi className={styles.soft}>{email}</bdi>
      </span>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    isInSummary: true,
    cell: (row) => <ApplicationState application={row} />,
  },
  {
    id: 'received',
    label: 'Received',
    isInSummary: true,
    sort: 'received',
    cell: ({ createdAt }) => dateCell(createdAt),
  },
  { id: 'owner', label: 'Owner', cell: ({ owner }) => text(owner && owner.name) },
  { id: 'tags', label: 'Tags', cell: ({ tags }) => <TagList tags={tags} /> },
  { id: 'phone', label: 'Phone', cell: ({ phone }) => text(phone) },
  {
    id: 'category',
    label: 'Category',
    isInSummary: true,
    cell: ({ contentCategory }) => contentCategory,
  },
  {
    id: 'audience',
    label: 'Audience',
    isNumber: true,
    cell: (row) => (audienceLabel(row) > 0 ? abbreviateCount(audienceLabel(row)) : NONE),
  },
  { id: 'niche', label: 'Niche', isOptional: true, cell: ({ niche }) => text(niche) },
  { id: 'age', label: 'Age', isOptional: true, isNumber: true, cell: ({ age }) => age ?? NONE },
  { id: 'location', label: 'Location', isOptional: true, cell: ({ location }) => text(location) },
  {
    id: 'instagram',
    label: 'Instagram',
    isOptional: true,
    cell: (row) => account(row.instagramHandle, row.instagramFollowers),
  },
  {
    id: 'tiktok',
    label: 'TikTok',
    isOptional: true,
    cell: (row) => account(row.tiktokHandle, row.tiktokFollowers),
  },
  {
    id: 'youtube',
    label: 'YouTube',
    isOptional: true,
    cell: (row) => account(row.youtubeChannel, row.youtubeSubscribers),
  },
  {
    id: 'reviewed-by',
    label: 'Reviewed by',
    isOptional: true,
    cell: ({ reviewedBy }) => text(reviewedBy),
  },
  {
    id: 'reviewed-at',
    label: 'Reviewed',
    isOptional: true,
    cell: ({ reviewedAt }) =>
      reviewedAt ? <time dateTime={reviewedAt}>{formatDate(reviewedAt)}</time> : NONE,
  },
];
