import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileUp, UserPlus, Users } from 'lucide-react';
import { useRef } from 'react';
import { TagFilterSelect } from '#src/features/identity/tags/ui/tag-filter.tsx';
import { useTagRows } from '#src/features/identity/tags/ui/tag-rows.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { UserRow } from '../users.schema.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { ExportUserDialog } from './data-access/export-user-dialog.tsx';
import { ViewAsFanDialog } from './data-access/view-as-fan-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { UnknownAccounts } from './invitations/unknown-accounts.tsx';
import { useSuspendRows } from './suspension/suspend-rows.tsx';
import { SuspendUserDialog } from './suspension/suspend-user-dialog.tsx';
import { useUserAction } from './use-user-action.ts';
import { UserActions } from './user-actions.tsx';
import { nameOfUser, USER_COLUMNS } from './user-columns.tsx';
import styles from './users-page.module.css';
import { refreshUsers, TAGGED_PEOPLE, usersList } from './users-queries.ts';

const route = getRouteApi('/_app/users');

const ROLES = optionsOf({ admin: 'Admin', staff: 'Staff', subscriber: 'Subscriber' });
const STATUSES = optionsOf({ active: 'Active', invited: 'Invited', suspended: 'Suspended' });

/** The list of users. */
export function UsersPage() {
  const list = useList(usersList, route);
  const { search, open, close } = list;
  const listArea = useRef<HTMLDivElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const action = useUserAction();
  const queryClient = useQueryClient();
  const suspendRows = useSuspendRows({ refresh: () => refreshUsers(queryClient) });
  const tagRows = useTagRows<UserRow>({ tagged: TAGGED_PEOPLE, labelOf: nameOfUser });
  return (
    <>
      <PageHead title="Users" subtitle="Everyone with an account, and their roles.">
        <Button
          variant="default"
          radius="xl"
          leftSection={<FileUp size={18} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/import" search={{ kind: 'fans' }} {...props} />}
        >
          Import
        </Button>
        <Button
          ref={createButton}
          radius="xl"
          leftSection={<UserPlus size={18} aria-hidden="true" />}
          onClick={() => open({ action: 'create' })}
        >
          Create User
        </Button>
      </PageHead>
      <UnknownAccounts />
      <div ref={listArea} tabIndex={-1} className={styles.list}>
        <ListView
          list={list}
          label="Users"
          itemLabels={['user', 'users']}
          columns={USER_COLUMNS}
          failure="Failed to fetch users"
          searchLabel="Search name or email"
          filters={
            <>
              <FilterSelect
                label="Role"
                placeholder="All Roles"
                clearLabel="Show all roles"
                options={ROLES}
                {...list.field('role')}
              />
              <FilterSelect
                label="Status"
                placeholder="All Statuses"
                clearLabel="Show all statuses"
                options={STATUSES}
                {...list.field('status')}
              />
              <TagFilterSelect kind="person" {...list.field('tag')} />
            </>
          }
          onOpen={(row) => open({ id: row.id })}
          actions={(row) => (
            <UserActions
              user={row}
              onEdit={() => open({ id: row.id })}
              onAction={(chosen) => action.start(row, chosen)}
            />
          )}
          bulk={{
            actions: (rows, clear) => (
              <>
                {tagRows.buttons(rows, clear)}
                {suspendRows.button(rows, clear)}
              </>
            ),
          }}
          rowVariant={({ status }) => (status === 'suspended' ? 'muted' : undefined)}
          empty={<Notice icon={Users} title="No users yet" />}
          noResults={<NoResults title="No users found" />}
        />
      </div>
      <CreateUserDialog
        opened={search.action === 'create'}
        onClose={() => close({ action: undefined })}
        onDone={() => createButton.current?.focus()}
      />
      <SuspendUserDialog
        user={action.toSuspend}
        isBusy={action.isBusy}
        onCancel={action.cancel}
        onConfirm={action.suspend}
      />
      <DeleteUserDialog
        kind="user"
        user={action.toDelete}
        onClose={action.cancel}
        // The row and its focused button no longer exist.
        onDeleted={() => listArea.current?.focus({ preventScroll: true })}
      />
      {suspendRows.dialogs}
      {tagRows.dialogs}
      <ViewAsFanDialog fan={action.toViewAs} onClose={action.cancel} />
      <ExportUserDialog user={action.toExport} onClose={action.cancel} />
      <EditUserDialog {...list.record('id')} />
    </>
  );
}
