import { options } from 'preact';
import { type ComponentType, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { showDeferredToast } from '#src/ui/elements/deferred-toast.ts';
import { Toaster } from '#src/ui/elements/toaster.tsx';
import { FormBoundary } from '#src/ui/forms/form-boundary.tsx';
import { FORM_PREFIX } from '#src/ui/forms/form-prefix.ts';

// Preact runs effects after the next picture, React after a click at once: until then, listeners would
// act on what the form contained before.
options.requestAnimationFrame = (runEffects) => queueMicrotask(runEffects);

/** Hydrates the form of a public page and adds a container for toasts. */
export function hydrateForm(root: HTMLElement, Form: ComponentType): void {
  hydrateRoot(
    root,
    <StrictMode>
      <FormBoundary>
        <Form />
      </FormBoundary>
    </StrictMode>,
    { identifierPrefix: FORM_PREFIX },
  );
  const toasts = document.body.appendChild(document.createElement('div'));
  createRoot(toasts).render(<Toaster />);
  showDeferredToast();
}
