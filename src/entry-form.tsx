import { type ReactNode, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { FormBoundary } from '#src/ui/form-boundary.tsx';
import { FORM_PREFIX } from '#src/ui/form-prefix.ts';
import { showKeptToast } from '#src/ui/kept-toast.ts';
import { Toaster } from '#src/ui/toaster.tsx';

/** Takes over the form of a public page, and opens a place for toasts. */
export function takeOver(root: HTMLElement, form: ReactNode): void {
  hydrateRoot(
    root,
    <StrictMode>
      <FormBoundary>{form}</FormBoundary>
    </StrictMode>,
    { identifierPrefix: FORM_PREFIX },
  );
  const toasts = document.body.appendChild(document.createElement('div'));
  createRoot(toasts).render(<Toaster />);
  showKeptToast();
}
