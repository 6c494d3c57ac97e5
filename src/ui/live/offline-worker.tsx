import { ScriptOnce } from '@tanstack/react-router';

/** Installs the service worker that shows the offline page without a connection (public/sw.js). */
export function OfflineWorker() {
  return (
    import.meta.env.PROD && <ScriptOnce>{`navigator.serviceWorker?.register('/sw.js')`}</ScriptOnce>
  );
}
