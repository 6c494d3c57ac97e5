import { useRouterState } from '@tanstack/react-router';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import styles from './progress-line.module.css';

/** A thin line at the top of the window while a page loads. */
export function ProgressLine() {
  const isRunning = useHydrated();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return (
    <div className={styles.line} data-loading={!isRunning || isLoading || undefined} aria-hidden />
  );
}
