import { MantineProvider } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, PanelLeft, X } from 'lucide-react';
import '@mantine/core/styles.layer.css';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { StaffBell } from '#src/features/backoffice/staff-notifications/ui/staff-bell.tsx';
import { NotificationBell } from '#src/features/content/notifications/ui/notification-bell.tsx';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { IdentityConfirmation } from '#src/features/identity/auth/ui/identity-confirmation.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { EmailNotice } from '#src/features/identity/email-addresses/ui/email-notice.tsx';
import { TaskBell } from '#src/features/work/tasks/ui/task-bell.tsx';
import { ListViewsMenu, type ListViewsProps } from '#src/ui/list-view/list-view-props.ts';
import { OfflineBanner } from '#src/ui/live/offline-banner.tsx';
import { SkipLink } from '#src/ui/page/skip-link.tsx';
import { Logo } from '#src/ui/public/logo.tsx';
import { cssVariablesResolver, theme } from '#src/ui/theme/theme.ts';
import styles from './app-layout.module.css';
import { HiddenCreatorsNotice } from './hidden-creators-notice.tsx';
import { homeOf } from './menu.ts';
import { PaletteButton } from './palette-button.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';
import { ViewingBanner } from './viewing-banner.tsx';

const FirstPassword = lazy(async () => ({
  default: (await import('#src/features/identity/auth/ui/first-password.tsx')).FirstPassword,
}));
const FirstSecondFactor = lazy(async () => ({
  default: (await import('#src/features/identity/auth/ui/first-second-factor.tsx'))
    .FirstSecondFactor,
}));

const SavedViewsMenu = lazy(async () => ({
  default: (await import('#src/features/backoffice/saved-views/ui/saved-views-menu.tsx'))
    .SavedViewsMenu,
}));

/**
 * The session or the previous one, so that the end of a session does not unmount an unsaved form.
 */
function useLastSession() {
  const session = useSession();
  const [last, setLast] = useState(session);
  if (session && session !== last) setLast(session);
  return session ?? last;
}

/** The frame of every signed-in screen: sidebar, header, then the page. */
export function AppLayout() {
  const session = useLastSession();
  useEffect(() => {
    // The specification requires it in the browser console.
    // oxlint-disable-next-line no-console
    if (session && !session.role) console.error('Critical error: No role assigned to user.');
  }, [session]);
  if (!session) return null;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <IdentityConfirmation>
        <SignedIn session={session} />
      </IdentityConfirmation>
    </MantineProvider>
  );
}

/** What users have to do before anything else, or the frame. */
function SignedIn({ session }: { session: CurrentSession }) {
  const { email } = session.user;
  return (
    <Suspense>
      {session.mustChangePassword ? (
        <FirstPassword email={email} />
      ) : session.mustSetUpSecondFactor ? (
        <FirstSecondFactor email={email} />
      ) : (
        <Frame session={session} />
      )}
    </Suspense>
  );
}

const renderSavedViews = (props: ListViewsProps) => (
  <Suspense>
    <SavedViewsMenu {...props} />
  </Suspense>
);

function Frame({ session }: { session: CurrentSession }) {
  const [expanded, toggle] = useSidebarState();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (drawerOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [drawerOpen]);

  const isBackOffice = session.role === 'admin' || session.role === 'staff';
  const { pathname } = useLocation();
  useEffect(() => setDrawerOpen(false), [pathname]);

  return (
    <>
      <SkipLink />
      <div className={styles.frame} data-collapsed={expanded ? undefined : true}>
        <div className={`screen-only ${styles.rail}`}>
          <Sidebar session={session} collapsed={!expanded} />
        </div>
        <dialog
          ref={drawer}
          className={styles.drawer}
          aria-label="Menu"
          onClose={() => setDrawerOpen(false)}
          closedby="any"
        >
          {drawerOpen && (
            <>
              <Sidebar session={session} collapsed={false} />
              <button type="button" className={styles.close} onClick={() => setDrawerOpen(false)}>
                <X size={22} aria-hidden="true" />
                <span className="visually-hidden">Close menu</span>
              </button>
            </>
          )}
        </dialog>
        <div className={styles.stage}>
          <div className={styles.top}>
            <ViewingBanner session={session} />
            <header className={`screen-only ${styles.header}`}>
              <button
                type="button"
                className={styles.toggle}
                onClick={toggle}
                aria-expanded={expanded}
                aria-keyshortcuts="Control+B Meta+B"
                title="Toggle sidebar (Ctrl+B)"
              >
                <PanelLeft size={20} aria-hidden="true" />
                <span className="visually-hidden">Toggle sidebar</span>
              </button>
              <button
                type="button"
                className={styles.burger}
                onClick={() => setDrawerOpen(true)}
                aria-haspopup="dialog"
              >
                <MenuIcon size={22} aria-hidden="true" />
                <span className="visually-hidden">Open menu</span>
              </button>
              <Link to={homeOf(session)} className={styles.mobileLogo} aria-label="Velvet Rope">
                <Logo />
              </Link>
              <div className={styles.tools}>
                {!session.creatorsHiddenBy && <PaletteButton session={session} />}
                {session.role === 'subscriber' && !session.creatorsHiddenBy && <NotificationBell />}
                {session.role === 'influencer' && <TaskBell />}
                {isBackOffice && <StaffBell />}
                <UserMenu session={session} />
              </div>
            </header>
            <OfflineBanner />
          </div>
          <main id="main" tabIndex={-1} className={styles.main}>
            <EmailNotice session={session} />
            <HiddenCreatorsNotice session={session} />
            <ListViewsMenu value={isBackOffice ? renderSavedViews : null}>
              <Outlet />
            </ListViewsMenu>
          </main>
        </div>
      </div>
    </>
  );
}
