import { useEffect, useState } from 'react';

const COOKIE = 'sidebar_state';
const WEEK_SECONDS = 7 * 24 * 60 * 60;

const storedState = (): boolean => !document.cookie.split('; ').includes(`${COOKIE}=collapsed`);

/** Whether the sidebar shows its labels: stored for 7 days, toggled with modifier+B. */
export function useSidebarState() {
  const [expanded, setExpanded] = useState(storedState);

  useEffect(() => {
    document.cookie = `${COOKIE}=${expanded ? 'expanded' : 'collapsed'}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`;
  }, [expanded]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setExpanded((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return [expanded, () => setExpanded((open) => !open)] as const;
}
