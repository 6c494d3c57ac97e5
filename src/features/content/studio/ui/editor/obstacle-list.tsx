import { ShieldAlert } from 'lucide-react';
import { obstacleText } from '#src/features/content/publication-rule/publication-rule.rules.ts';
import type { PublicationObstacle } from '#src/features/content/publication-rule/publication-rule.schema.ts';
import styles from './obstacle-list.module.css';

type ObstacleListProps = { obstacles: PublicationObstacle[]; isScheduled: boolean };

/** Who prevents the publication of a post, as of when it was opened; nothing if nobody does. */
export function ObstacleList({ obstacles, isScheduled }: ObstacleListProps) {
  if (obstacles.length === 0) return null;
  return (
    <section className={styles.obstacles} aria-label="Why this post can’t be published">
      <ShieldAlert size={20} aria-hidden="true" />
      <div>
        <strong>This post can’t be published yet</strong>
        <ul>
          {obstacles.map((obstacle) => (
            <li key={obstacle.performerId ?? 'influencer'} dir="auto">
              {obstacleText(obstacle)}
            </li>
          ))}
        </ul>
        {isScheduled && <p>It will be published as soon as nothing prevents it.</p>}
      </div>
    </section>
  );
}
