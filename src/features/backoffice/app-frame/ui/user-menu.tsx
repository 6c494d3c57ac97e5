import { useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Check, Keyboard, LogOut, MessageSquare, User, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { UserAvatar } from '#src/features/identity/accounts/ui/user-avatar.tsx';
import { signOut } from '#src/features/identity/auth/ui/session.ts';
import { lazyDialog } from '#src/ui/dialogs/lazy-dialog.tsx';
import { HeaderPopup } from '#src/ui/elements/header-popup.tsx';
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

/** My Account for every role, the agency for influencers, colour scheme and Logout. */
export function UserMenu({ session }: { session: CurrentSession }) {
  const hasAccountPage = session.role !== null && !session.viewingUntil;
  const isBackOffice = session.role === 'admin' || session.role === 'staff';
  const [isShowingShortcuts, shortcuts] = useDisclosure(false);
  usePageShortcuts({ '?': isBackOffice ? shortcuts.open : undefined });
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <HeaderPopup
        role="menu"
        label="User menu"
        className={styles.menu}
        button={(props) => (
          <button type="button" className={styles.target} {...props}>
            <UserAvatar
              avatar={session.user.avatar}
              name={session.user.fullName || session.user.email}
            />
            <span className="visually-hidden">User menu</span>
          </button>
        )}
      >
        {(close) => (
          <>
            {session.user.fullName && (
              <p className={styles.label} role="presentation">
                <bdi>{session.user.fullName}</bdi>
              </p>
            )}
            {hasAccountPage && (
              <>
                <Link to="/my-account" {...ITEM} onClick={close}>
                  <User size={16} aria-hidden="true" />
                  My Account
                </Link>
                {session.role === 'influencer' && (
                  <Item icon={MessageSquare} close={close} onClick={() => setIsWriting(true)}>
                    Contact your agency
                  </Item>
                )}
                <hr className={styles.divider} />
              </>
            )}
            <ColorSchemes close={close} />
            <hr className={styles.divider} />
            {isBackOffice && (
              <Item icon={Keyboard} close={close} onClick={shortcuts.open}>
                Keyboard shortcuts
                <kbd className={styles.key}>?</kbd>
              </Item>
            )}
            <Item icon={LogOut} close={close} onClick={() => void signOut()}>
              Logout
            </Item>
          </>
        )}
      </HeaderPopup>
      {isBackOffice && <ShortcutsDialog opened={isShowingShortcuts} onClose={shortcuts.close} />}
      {session.role === 'influencer' && (
        <ContactAgencyDialog topic={null} opened={isWriting} onClose={() => setIsWriting(false)} />
      )}
    </>
  );
}

const ITEM = { role: 'menuitem', tabIndex: -1, className: styles.item } as const;

type ItemProps = { icon: LucideIcon; close: () => void; onClick: () => void; children: ReactNode };

/** Closes the menu first, which returns the focus to its button: a dialog returns it there later. */
const Item = ({ icon: Icon, close, onClick, children }: ItemProps) => (
  <button
    type="button"
    {...ITEM}
    onClick={() => {
      close();
      onClick();
    }}
  >
    <Icon size={16} aria-hidden="true" />
    {children}
  </button>
);

function ColorSchemes({ close }: { close: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p className={styles.label} id={id} role="presentation">
        Appearance
      </p>
      {COLOR_SCHEMES.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          {...ITEM}
          role="menuitemradio"
          aria-checked={value === colorScheme}
          onClick={() => {
            close();
            setColorScheme(value);
          }}
        >
          <Icon size={16} aria-hidden="true" />
          {label}
          {value === colorScheme && <Check className={styles.check} size={16} aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}
