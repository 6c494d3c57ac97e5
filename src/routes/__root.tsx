import type { QueryClient } from '@tanstack/react-query';
import { HeadContent, Outlet, Scripts, createRootRouteWithContext } from '@tanstack/react-router';
import { Toaster } from 'sonner';
import '@fontsource-variable/fraunces/opsz.css';
import '@fontsource-variable/inter/index.css';
import '#src/ui/tokens.css';
import { ColorSchemeScript } from '#src/ui/color-scheme.tsx';
import { NotFoundPage } from '#src/ui/not-found-page.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: 'Velvet Rope' },
      { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
    ],
    links: [{ rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }],
  }),
  component: RootDocument,
  notFoundComponent: NotFoundPage,
});

function RootDocument() {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <HeadContent />
        <ColorSchemeScript />
      </head>
      <body>
        <Outlet />
        <Toaster position="top-right" closeButton containerAriaLabel="Notifications" />
        <Scripts />
      </body>
    </html>
  );
}
