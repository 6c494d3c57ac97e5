import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { call, client } from '#src/client/client.ts';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import styles from './viewing-banner.module.css';

/** Says that the back office views the product as a fan, and ends it. */
export function ViewingBanner({ session }: { session: CurrentSession }) {
  const { user, viewingUntil } = session;
  const viewedId = useLastDefined(viewingUntil ? user.id : undefined);
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => call(client.api.viewing.$delete()),
    onSuccess: () => leave(viewedId),
    onError: ({ message }) => toast.error('Error', { description: message }),
  });

  useEffect(() => {
    if (!viewingUntil) return undefined;
    const timer = setTimeout(end, new Date(viewingUntil).getTime() - Date.now());
    return () => clearTimeout(timer);
  }, [viewingUntil, end]);

  // It ended elsewhere, so this screen still shows the fan's data.
  const hasEnded = viewedId !== undefined && !viewingUntil;
  useEffect(() => {
    if (hasEnded) leave(viewedId);
  }, [hasEnded, viewedId]);

  const now = useNow();
  if (!viewingUntil) return null;
  // Not the time of day: screens show the fan's time zone.
  const minutes = Math.max(1, Math.ceil((new Date(viewingUntil).getTime() - now) / 60_000));
  return (
    <aside className={styles.banner} aria-label="Viewing as a fan">
      <Eye size={18} aria-hidden="true" />
      <p>
        <strong>
          You see Velvet Rope as <bdi>{user.fullName || user.email}</bdi> sees it.
        </strong>{' '}
        Nothing can be changed. Ends in {minutes} min.
      </p>
      <button
        type="button"
        className="button button-small"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) end();
        }}
      >
        End Viewing
      </button>
    </aside>
  );
}

/** Returns to the user in the back office with a new document, without what was loaded of the fan. */
function leave(id: string | undefined): void {
  window.location.assign(id ? `/users?id=${id}` : '/users');
}
