import displayFont from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url';
import textFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { QueryClient } from '@tanstack/react-query';
import {
  HeadContent,
  Outlet,
  rootRouteId,
  Scripts,
  createRootRouteWithContext,
  useRouter,
} from '@tanstack/react-router';
import { useContext } from 'react';
import formEntry from 'virtual:form-entry';
import { RTA_LABEL } from '#src/lib/age.ts';
import '#src/ui/theme/base-styles.ts';
import { OfflineWorker } from '#src/ui/live/offline-worker.tsx';
import { pageContext } from '#src/ui/page/page-context.ts';
import { PageKindContext } from '#src/ui/page/page-kind.ts';
import { ProgressLine } from '#src/ui/page/progress-line.tsx';
import { ScreenAnnouncer } from '#src/ui/page/screen-announcer.tsx';
import { ScreenPreloads } from '#src/ui/page/screen-preloads.tsx';
import { ColorSchemeScript } from '#src/ui/theme/color-scheme.tsx';

const preloadFont = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const;

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: 'Velvet Rope' },
      { name: 'rating', content: RTA_LABEL },
    ],
    links: [
      preloadFont(textFont),
      preloadFont(displayFont),
      { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  component: RootDocument,
});

function RootDocument() {
  const kind = useContext(PageKindContext);
  return (
    <html
      lang="en"
      data-page={kind}
      data-mail={pageContext().sendsMail ? undefined : 'off'}
      suppressHydrationWarning
    >
      <head>
        <HeadContent />
        {/* Not in HeadContent, which allows only one meta tag of each name. */}
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#110e0d" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f2" />
        <ColorSchemeScript />
        <OfflineWorker />
      </head>
      <body>
        <Outlet />
        {kind === 'app' && (
          <>
            <ScreenPreloads />
            <ProgressLine />
            <ScreenAnnouncer />
            <Scripts />
          </>
        )}
        {kind === 'form' && <FormScript />}
      </body>
    </html>
  );
}

/** The script of forms; in development the entry of the app, which starts them, too. */
function FormScript() {
  const { ssr } = useRouter();
  if (formEntry) return <script type="module" async src={formEntry} />;
  return ssr?.manifest?.routes[rootRouteId]?.scripts?.map(({ attrs, children }) => (
    <script key={attrs?.src ?? children} {...attrs}>
      {children}
    </script>
  ));
}
