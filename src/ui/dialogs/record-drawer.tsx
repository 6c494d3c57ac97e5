import { Drawer, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useKeptFocus } from '#src/ui/elements/use-kept-focus.ts';
import { PartFailure } from '#src/ui/page/notice.tsx';
import styles from './record-drawer.module.css';

type RecordDrawerProps = {
  opened: boolean;
  /** How wide it is at most. */
  size: string;
  /** Something lies over it, which Escape closes first. */
  isCovered?: boolean;
  onClose: () => void;
  /** A {@link RecordInDrawer}. */
  children: ReactNode;
};

/** Shows one record beside the list that it is in. */
export const RecordDrawer = ({ isCovered = false, children, ...root }: RecordDrawerProps) => (
  <Drawer.Root {...root} position="right" padding={0} closeOnEscape={!isCovered}>
    <Drawer.Overlay backgroundOpacity={0.55} />
    <Drawer.Content classNames={{ content: styles.content! }}>{children}</Drawer.Content>
  </Drawer.Root>
);

type RecordInDrawerProps<T> = {
  /** Its data is null when there is no such record. */
  query: Pick<UseQueryResult<T | null>, 'data' | 'error' | 'refetch'>;
  title: ReactNode;
  /** Small, below the title. */
  note?: ReactNode;
  /** What is said while it loads, when it cannot be loaded, and when there is none. */
  words: { loading: string; failure: string; missing: string };
  children: (record: T) => ReactNode;
};

/** A record under its title, which is read first, or why it is not there. */
export const RecordInDrawer = <T,>(props: RecordInDrawerProps<T>) => {
  const { query, title, note, words, children } = props;
  const { data, error, refetch } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useKeptFocus(heading, data);
  return (
    <>
      <Drawer.Header className={styles.header!}>
        <Drawer.Title ref={heading} className={styles.title!} tabIndex={-1} data-autofocus>
          {title}
          {note && <span className={styles.note}>{note}</span>}
        </Drawer.Title>
        <Drawer.CloseButton aria-label="Close" size="lg" />
      </Drawer.Header>
      <Drawer.Body className={styles.body!} {...focus}>
        {data ? (
          children(data)
        ) : data === null ? (
          <p role="alert">{words.missing}</p>
        ) : error ? (
          <PartFailure text={words.failure} onRetry={() => void refetch()} />
        ) : (
          <Waiting label={words.loading} />
        )}
      </Drawer.Body>
    </>
  );
};

const Waiting = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton height={24} width="50%" mb="lg" radius="sm" />
    {[90, 75, 82, 40].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} mb="sm" radius="sm" />
    ))}
  </div>
);
