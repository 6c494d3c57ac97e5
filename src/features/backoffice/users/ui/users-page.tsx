import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SearchX, UserPlus, Users } from 'lucide-react';
import { useRef } from 'react';
import { USER_ROLES } from '#src/features/identity/accounts/accounts.rules.ts';
import { csvHref } from '#src/ui/list-view/list-search.ts';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { USER_STATUSES } from '../users.schema.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { useUserAction } from './use-user-action.ts';
import { UserActions } from './user-actions.tsx';
import { USER_COLUMNS } from './user-columns.tsx';
import { UserQuestion } from './user-question.tsx';
import styles from './users-page.module.css';
import { filterOf, usersQuery, type UsersSearch } from './users-queries.ts';

const route = getRouteApi('/_app/users');

const ROLES = [
  { value: 'admin', label: 'Admin' },
  { value: 'staff', label: 'Staff' },
  { value: 'subscriber', label: 'Subscriber' },
];
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
];

/** Everyone who has an account. */
export function UsersPage() {
  const address = useListAddress(route.useSearch(), route.useNavigate());
  const { search, change, changeFilter, open, close } = address;
  const filter = filterOf(search);
  const list = useQuery(usersQuery(filter));
  const place = useRef<HTMLDivElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const action = useUserAction();
  return (
    <>
      <PageHead title="Users" lead="Everyone with an account: who they are, and what they may do.">
        <Button
          ref={createButton}
          radius="xl"
          leftSection={<UserPlus size={18} aria-hidden="true" />}
          onClick={() => open({ action: 'create' })}
        >
          Create User
        </Button>
      </PageHead>
      <div ref={place} tabIndex={-1} className={styles.list}>
        <ListView
          name="users"
          label="Users"
          things={['user', 'users']}
          columns={USER_COLUMNS}
          state={filter}
          onState={change}
          query={list}
          failure="Failed to fetch users"
          searchLabel="Search name or email"
          filters={<Filters search={search} onChange={changeFilter} />}
          isFiltered={Boolean(filter.search || filter.role || filter.status)}
          onClear={() => changeFilter({ search: undefined, role: undefined, status: undefined })}
          exportHref={csvHref('/api/users.csv', filter)}
          onOpen={(row) => open({ id: row.id })}
          actions={(row) => (
            <UserActions
              user={row}
              onEdit={() => open({ id: row.id })}
              onAction={(chosen) => action.start(row, chosen)}
            />
          )}
          tone={({ status }) => (status === 'suspended' ? 'muted' : undefined)}
          empty={<Notice icon={Users} title="No users yet" />}
          nothingFound={
            <Notice
              icon={SearchX}
              title="No users found"
              text="Try other words, or clear the filters."
            />
          }
        />
      </div>
      <CreateUserDialog
        opened={search.action === 'create'}
        onClose={() => close({ action: undefined })}
        onDone={() => createButton.current?.focus()}
      />
      <UserQuestion
        user={action.toSuspend}
        isBusy={action.isBusy}
        onCancel={action.cancel}
        onConfirm={action.suspend}
      />
      <DeleteUserDialog
        kind="user"
        user={action.toDelete}
        onClose={action.cancel}
        // With the row its button went away, and with that the focus.
        onDeleted={() => place.current?.focus({ preventScroll: true })}
      />
      <EditUserDialog id={search.id} onClose={() => close({ id: undefined })} />
    </>
  );
}

type FiltersProps = { search: UsersSearch; onChange: (change: Partial<UsersSearch>) => void };

const Filters = ({ search: { role, status }, onChange }: FiltersProps) => (
  <>
    <Select
      aria-label="Role"
      placeholder="All Roles"
      data={ROLES}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all roles' }}
      value={role ?? null}
      onChange={(value) => onChange({ role: USER_ROLES.find((name) => name === value) })}
    />
    <Select
      aria-label="Status"
      placeholder="All Statuses"
      data={STATUSES}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all statuses' }}
      value={status ?? null}
      onChange={(value) => onChange({ status: USER_STATUSES.find((name) => name === value) })}
    />
  </>
);
