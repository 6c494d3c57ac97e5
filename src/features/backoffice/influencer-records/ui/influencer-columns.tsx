import { TagList } from '#src/features/identity/tags/ui/tag-list.tsx';
import { CATEGORIES } from '#src/lib/categories.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import styles from './influencer-columns.module.css';
import { InfluencerStatus } from './influencer-status.tsx';
import type { influencersList } from './record-queries.ts';

const NONE = '–';

export function nameOfInfluencer({ fullName }: { fullName: string }): string {
  return fullName.trim() || 'Unknown';
}

/** A category in its colour; an outdated category as stored. */
export function Category({ name }: { name: string | null }) {
  const category = CATEGORIES.find((each) => each === name);
  return category ? <CategoryBadge category={category} /> : (name ?? NONE);
}

export const INFLUENCER_COLUMNS: ColumnsOf<typeof influencersList> = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    isFixed: true,
    cell: (row) => (
      <span className={styles.person}>
        <PublicImage
          image={row.image}
          name={nameOfInfluencer(row)}
          alt=""
          sizes="2.4rem"
          aspect={1}
          className={styles.picture}
        />
        <span className={styles.name} title={nameOfInfluencer(row)}>
          <bdi>{nameOfInfluencer(row)}</bdi>
          {row.publicUrl && <span className={styles.address}>/{row.publicUrl}</span>}
        </span>
      </span>
    ),
  },
  { id: 'email', label: 'Email', sort: 'email', cell: ({ email }) => <bdi>{email}</bdi> },
  {
    id: 'category',
    label: 'Category',
    cell: ({ contentCategory }) => <Category name={contentCategory} />,
  },
  { id: 'status', label: 'Status', cell: (row) => <InfluencerStatus {...row} /> },
  {
    id: 'subscribers',
    label: 'Subscribers',
    isNumber: true,
    cell: ({ subscriberCount }) => formatNumber(subscriberCount),
  },
  {
    id: 'price',
    label: 'Price',
    isNumber: true,
    cell: ({ priceCents }) => (priceCents === null ? NONE : formatCents(priceCents)),
  },
  {
    id: 'followers',
    label: 'Followers',
    isNumber: true,
    cell: ({ followerCount }) => abbreviateCount(followerCount),
  },
  {
    id: 'posts',
    label: 'Posts',
    isNumber: true,
    isOptional: true,
    cell: ({ postCount }) => formatNumber(postCount),
  },
  {
    id: 'created',
    label: 'Created',
    sort: 'created',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
  { id: 'owner', label: 'Owner', cell: ({ owner }) => owner?.name ?? NONE },
  { id: 'tags', label: 'Tags', cell: ({ tags }) => <TagList tags={tags} /> },
  { id: 'phone', label: 'Phone', isOptional: true, cell: ({ phone }) => phone ?? NONE },
];
