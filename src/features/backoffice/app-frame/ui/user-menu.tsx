import { Menu, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Keyboard, LogOut, MessageSquare, User } from 'lucide-react';
import { useState } from 'react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { signOut } from '#src/features/identity/auth/ui/session.ts';
import { lazyDialog } from '#src/ui/dialogs/lazy-dialog.tsx';
import { usePageShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { COLOR_SCHEMES } from '#src/ui/theme/color-schemes.ts';
import styles from './user-menu.module.css';

const ContactAgencyDialog = lazyDialog(
  async () =>
    (await import('#src/features/work/contact/ui/contact-agency-dialog.tsx')).ContactAgencyDialog,
);
const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** Colour scheme and Logout; My Account for roles with an account page; the agency for influencers. */
export function UserMenu({ session }: { session: CurrentSession }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hasAccountPage =
    (session.role === 'subscriber' && !session.viewingUntil) || session.role === 'influencer';
  const isBackOffice = session.role === 'admin' || session.role === 'staff';
  const [isShowingShortcuts, shortcuts] = useDisclosure(false);
  usePageShortcuts({ '?': isBackOffice ? shortcuts.open : undefined });
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={210} shadow="md">
        <Menu.Target>
          <button type="button" className={styles.target}>
            <UserAvatar
              avatar={session.user.avatar}
              name={session.user.fullName || session.user.email}
            />
            <span className="visually-hidden">User menu</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {session.user.fullName && (
            <Menu.Label className={styles.name}>
              <bdi>{session.user.fullName}</bdi>
            </Menu.Label>
          )}
          {hasAccountPage && (
            <>
              <Menu.Item component={Link} to="/my-account" leftSection={<User size={16} />}>
                My Account
              </Menu.Item>
              {session.role === 'influencer' && (
                <Menu.Item
                  leftSection={<MessageSquare size={16} />}
                  onClick={() => setIsWriting(true)}
                >
                  Contact your agency
                </Menu.Item>
              )}
              <Menu.Divider />
            </>
          )}
          <Menu.Label>Appearance</Menu.Label>
          <Menu.RadioGroup value={colorScheme}>
            {COLOR_SCHEMES.map(({ value, label, icon: Icon }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                closeMenuOnClick
                onChange={() => setColorScheme(value)}
              >
                <span className={styles.scheme}>
                  <Icon size={16} aria-hidden="true" />
                  {label}
                </span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {isBackOffice && (
            <Menu.Item
              leftSection={<Keyboard size={16} />}
              rightSection={<kbd className={styles.key}>?</kbd>}
              onClick={shortcuts.open}
            >
              Keyboard shortcuts
            </Menu.Item>
          )}
          <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void signOut()}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isBackOffice && <ShortcutsDialog opened={isShowingShortcuts} onClose={shortcuts.close} />}
      {session.role === 'influencer' && (
        <ContactAgencyDialog topic={null} opened={isWriting} onClose={() => setIsWriting(false)} />
      )}
    </>
  );
}
