import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { answerConfirmations, call, client } from '#src/client/client.ts';
import { BeforeDownload } from '#src/ui/elements/download-button.tsx';
import { toast } from '#src/ui/elements/toast.ts';

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
}));

type Waiting = { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void };

function startWaiting(): Waiting {
  let settle: Waiting['settle'];
  const answer = new Promise<boolean>((resolve) => (settle = resolve));
  return { answer, settle: settle! };
}

/**
 * Asks users to confirm that it is them whenever the server requires it, then the refused call is
 * repeated. Calls at the same time share one dialog.
 */
export function IdentityConfirmation({ children }: { children: ReactNode }) {
  const waiting = useRef<Waiting | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      answerConfirmations(() => {
        setIsOpen(true);
        waiting.current ??= startWaiting();
        return waiting.current.answer;
      }),
    [],
  );
  const close = (isConfirmed: boolean) => {
    setIsOpen(false);
    waiting.current?.settle(isConfirmed);
    waiting.current = null;
  };
  return (
    <BeforeDownload value={confirmBeforeDownload}>
      {children}
      {isOpen && (
        <Suspense>
          <ConfirmIdentityDialog onClose={close} />
        </Suspense>
      )}
    </BeforeDownload>
  );
}

// A download cannot be repeated, so the confirmation comes first.
async function confirmBeforeDownload(): Promise<boolean> {
  try {
    await call(client.api.auth.confirmation.$get());
    return true;
  } catch (error) {
    toast.error('Error', { description: (error as Error).message });
    return false;
  }
}
