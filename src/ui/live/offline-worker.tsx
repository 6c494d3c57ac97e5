import { ScriptOnce } from '@tanstack/react-router';

/** Installs the worker that shows a page of ours when there is no connection (public/sw.js). */
export const OfflineWorker = () =>
  import.meta.env.PROD && <ScriptOnce>{`navigator.serviceWorker?.register('/sw.js')`}</ScriptOnce>;
