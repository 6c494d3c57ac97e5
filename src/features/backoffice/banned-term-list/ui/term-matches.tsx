import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { TextKind } from '../banned-term-list.schema.ts';
import { termMatchesQuery } from './banned-terms-queries.ts';
import styles from './banned-terms.module.css';

const KINDS: Record<
  TextKind,
  { labels: [one: string, many: string]; link: (id: string) => LinkProps }
> = {
  post: {
    labels: ['post', 'posts'],
    link: (id) => ({ to: '/content/edit/$id', params: { id } }) as LinkProps,
  },
  influencer: {
    labels: ['influencer', 'influencers'],
    link: (id) => ({ to: '/influencers/edit/$id', params: { id } }) as LinkProps,
  },
  fan: {
    labels: ['fan', 'fans'],
    link: (id) => ({ to: '/fans/$id', params: { id } }) as LinkProps,
  },
  message: {
    labels: ['message', 'messages'],
    link: (id) => ({ to: '/inbox', search: { id } }) as LinkProps,
  },
  reply: {
    labels: ['reply or email', 'replies and emails'],
    link: (id) => ({ to: '/inbox', search: { id } }) as LinkProps,
  },
  'reply-template': {
    labels: ['reply template', 'reply templates'],
    link: () => ({ to: '/inbox' }) as LinkProps,
  },
  task: {
    labels: ['task', 'tasks'],
    link: (id) => ({ to: '/tasks', search: { task: id } }) as LinkProps,
  },
  'task-template': {
    labels: ['task template', 'task templates'],
    link: () => ({ to: '/tasks' }) as LinkProps,
  },
};

/** Which existing texts contain a term. */
export function TermMatches({ term }: { term: string }) {
  const { data, error, isFetching, refetch } = useQuery(termMatchesQuery(term));
  if (error) {
    return <InlineError text={error.message} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height="3rem" />;
  if (data.kinds.length === 0) return <p className={styles.none}>No existing text contains it.</p>;
  return (
    <ul className={styles.matches} aria-label="Texts that contain the term">
      {data.kinds.map(({ kind, count, newest }) => {
        const { labels, link } = KINDS[kind];
        return (
          <li key={kind}>
            <strong>
              {formatNumber(count)} {count === 1 ? labels[0] : labels[1]}
            </strong>
            <ul>
              {newest.map(({ id, label }, index) => (
                <li key={`${id} ${index}`}>
                  <Link {...link(id)} className="touch-target">
                    <span dir="auto">{label}</span>
                  </Link>
                </li>
              ))}
              {count > newest.length && <li>and more</li>}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
