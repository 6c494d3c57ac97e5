import { useRouter } from '@tanstack/react-router';
import { preload, preloadModule } from 'react-dom';

/**
 * Names the files of a screen in its document. The server renders only the frame around the screen, so
 * without this the browser would ask for them only after the frame has run.
 */
export function ScreenPreloads() {
  const router = useRouter();
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  const files = router.ssr?.manifest?.routes[routes.at(-1)?.id ?? ''];
  for (const file of files?.preloads ?? []) {
    const href = typeof file === 'string' ? file : file.href;
    preloadModule(href, { as: 'script' });
  }
  for (const file of files?.css ?? []) {
    // Vite requests the styles of a screen so; other preloads would not be used.
    const options = { as: 'style', crossOrigin: 'anonymous' } as const;
    preload(typeof file === 'string' ? file : file.href, options);
  }
  return null;
}
