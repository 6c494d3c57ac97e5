import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { showDeferredToast } from '#src/ui/elements/deferred-toast.ts';
import { prepareToasts } from '#src/ui/elements/toast.ts';
import { markCodeMissing } from '#src/ui/page/missing-code.ts';
import { getRouter } from './router.tsx';

// Without a connection the router would reload the page when a screen's code is missing, which would
// discard the screens that are loaded; this way it shows its error page in their frame.
window.addEventListener('vite:preloadError', (event) => {
  if (navigator.onLine) return;
  event.preventDefault();
  markCodeMissing();
});

const router = getRouter();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
showDeferredToast();
void prepareToasts();
