import { Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LogOut, User } from 'lucide-react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { useSignOut } from '#src/features/identity/auth/ui/session.ts';
import { COLOR_SCHEMES } from '#src/ui/theme/color-schemes.ts';
import styles from './user-menu.module.css';

/** Colour scheme for everyone; My Account and Logout for roles with an account page. */
export function UserMenu({ session }: { session: CurrentSession }) {
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hasAccountPage = session.role === 'subscriber' || session.role === 'influencer';
  return (
    <Menu position="bottom-end" width={210} shadow="md">
      <Menu.Target>
        <button type="button" className={styles.target}>
          <User size={20} aria-hidden="true" />
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
            <Menu.Divider />
          </>
        )}
        <Menu.Label>Appearance</Menu.Label>
        {COLOR_SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} />}
            className={colorScheme === value ? styles.chosen : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
