import { options } from 'preact';
import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { showDeferredToast } from '#src/ui/elements/deferred-toast.ts';
import { prepareToasts } from '#src/ui/elements/toast.ts';
import { FormBoundary } from '#src/ui/forms/form-boundary.tsx';
import { FORM_PREFIX } from '#src/ui/forms/form-prefix.ts';

// Preact runs effects after the next picture, React after a click at once: until then, listeners would
// act on what the form contained before.
options.requestAnimationFrame = (runEffects) => queueMicrotask(runEffects);

/** Hydrates the form of a public page and prepares toasts. */
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
  showDeferredToast();
  void prepareToasts();
}
