import { PanelSkeleton } from '#src/ui/page/panel.tsx';
import { StatCardsSkeleton } from '#src/ui/page/stat-card.tsx';
import styles from './earnings-page.module.css';

/** The place of the figures while they load. */
export function EarningsWaiting() {
  return (
    <div className={styles.stack}>
      <StatCardsSkeleton />
      <div className={styles.pair}>
        <PanelSkeleton label="Loading the chart" height="20rem" />
        <PanelSkeleton label="Loading the share" height="20rem" />
      </div>
    </div>
  );
}
