import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { WithAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { TagList } from '#src/features/identity/tags/ui/tag-list.tsx';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import type { UserRow } from '../users.schema.ts';
import { InvitationState } from './invitations/invitation-state.tsx';
import styles from './user-badges.module.css';
import { RoleBadge, StatusMark } from './user-badges.tsx';
import type { usersList } from './users-queries.ts';

export function nameOfUser({ fullName, email }: Pick<UserRow, 'fullName' | 'email'>): string {
  return fullName || email;
}

function PersonName(user: UserRow) {
  const text = nameOfUser(user);
  const name = user.role === 'subscriber' ? <FanLink fan={user} /> : text;
  return (
    <WithAvatar avatar={user.avatar} name={text}>
      {name}
    </WithAvatar>
  );
}

export const USER_COLUMNS: ColumnsOf<typeof usersList> = [
  { id: 'name', label: 'Name', sort: 'name', isFixed: true, cell: PersonName },
  { id: 'email', label: 'Email', sort: 'email', cell: ({ email }) => email },
  { id: 'role', label: 'Role', cell: (row) => <RoleBadge {...row} /> },
  {
    id: 'status',
    label: 'Status',
    cell: (row) => (
      <span className={styles.states}>
        <StatusMark {...row} />
        <InvitationState {...row} />
      </span>
    ),
  },
  { id: 'tags', label: 'Tags', cell: ({ tags }) => <TagList tags={tags} /> },
  { id: 'phone', label: 'Phone', cell: ({ phone }) => phone ?? '–' },
  {
    id: 'created',
    label: 'Created',
    sort: '-created',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
];
