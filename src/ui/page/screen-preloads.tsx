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
    preload(typeof file === 'string' ? file : file.href, { as: 'style' });
  }
  return null;
}
