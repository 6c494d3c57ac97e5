import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import styles from './automation-page.module.css';
import { runsQuery } from './automation-queries.ts';

/** What the rules did, newest first. */
export function RuleRuns() {
  const query = useInfiniteQuery(runsQuery);
  const runs = query.data?.pages.flatMap(({ rows }) => rows);
  if (!runs) {
    return query.isError ? (
      <InlineError text="Failed to fetch the log" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height="6rem" />
    );
  }
  if (runs.length === 0) return <p className={styles.empty}>No rule has acted yet.</p>;
  return (
    <>
      <ul className={styles.items}>
        {runs.map(({ id, ruleName, person, isDone, detail, taskId, at }) => (
          <li key={id}>
            <div>
              <strong>
                <bdi>{person.name}</bdi>
              </strong>
              <p className={isDone ? undefined : styles.failed}>
                {!isDone && 'Not done: '}
                {taskId ? (
                  <Link to="/tasks" search={{ task: taskId, status: 'all' }}>
                    {detail}
                  </Link>
                ) : (
                  detail
                )}
              </p>
              <p>
                {ruleName}, <time dateTime={at}>{formatTime(at)}</time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <ShowMore pages={query} />
    </>
  );
}
