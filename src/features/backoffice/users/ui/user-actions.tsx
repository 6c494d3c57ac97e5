import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  CirclePause,
  Download,
  Ellipsis,
  Eye,
  FolderOpen,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import {
  canDeleteOrChangeRole,
  canManage,
  canViewAsFan,
} from '#src/features/identity/accounts/accounts.rules.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import type { UserRow } from '../users.schema.ts';
import type { UserAction } from './use-user-action.ts';
import styles from './user-actions.module.css';
import { nameOfUser } from './user-columns.tsx';

type UserActionsProps = {
  user: UserRow;
  /** Whether this is the fan's file, which needs no link to itself. */
  isInFile?: boolean;
  onEdit: () => void;
  onAction: (action: UserAction) => void;
};

/** The actions of a user's row. */
export function UserActions({ user, isInFile = false, onEdit, onAction }: UserActionsProps) {
  const session = useSession();
  const isWithinRank = session !== null && canManage(session, user.role);
  const target = { role: user.role, isLimited: user.limitedTo !== null };
  const mayDelete = session !== null && canDeleteOrChangeRole(session, target);
  const mayViewAs = session !== null && canViewAsFan(session) && user.role === 'subscriber';
  const isSelf = session?.user.id === user.id;
  const button = useRef<HTMLButtonElement>(null);
  const start = (action: UserAction) => {
    // Confirm dialogs return the focus to the element focused when they open.
    button.current?.focus();
    onAction(action);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={190} withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${nameOfUser(user)}`}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.role === 'subscriber' && !isInFile && (
          <Menu.Item
            leftSection={<FolderOpen size={16} />}
            renderRoot={(props) => <Link to="/fans/$id" params={{ id: user.id }} {...props} />}
          >
            Open Fan File
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Pencil size={16} />} onClick={onEdit}>
          {isWithinRank ? 'Edit' : 'View'}
        </Menu.Item>
        {isWithinRank && !isSelf && (
          <>
            {mayViewAs && user.status === 'active' && (
              <Menu.Item leftSection={<Eye size={16} />} onClick={() => start('view-as-fan')}>
                View as Fan
              </Menu.Item>
            )}
            {user.status === 'active' ? (
              <Menu.Item leftSection={<CirclePause size={16} />} onClick={() => start('suspend')}>
                Suspend
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<CircleCheck size={16} />} onClick={() => start('activate')}>
                Activate
              </Menu.Item>
            )}
            {mayDelete && (
              <>
                <Menu.Divider />
                {session?.role === 'admin' && (
                  <Menu.Item leftSection={<Download size={16} />} onClick={() => start('export')}>
                    Download Data
                  </Menu.Item>
                )}
                <Menu.Item
                  className={styles.danger!}
                  leftSection={<Trash2 size={16} />}
                  onClick={() => start('delete')}
                >
                  Delete
                </Menu.Item>
              </>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
