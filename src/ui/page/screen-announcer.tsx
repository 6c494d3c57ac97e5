import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Tells screen readers which screen was opened, as browsers do for documents only. */
export function ScreenAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setTitle(document.title);
      }),
    [router],
  );
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
