import { Drawer, Skeleton } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { useRestoreFocus } from '#src/ui/elements/use-restore-focus.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import styles from './record-drawer.module.css';
import { useDeferredOpening } from './use-deferred-opening.ts';

type RecordDrawerProps = {
  opened: boolean;
  /** Maximum width. */
  size: string;
  /** Another dialog covers the drawer; Escape closes that dialog first. */
  isCovered?: boolean;
  onClose: () => void;
  /** Receives the element of the drawer, for the shortcuts of the record. */
  ref?: Ref<HTMLDivElement>;
  /** A {@link RecordInDrawer}. */
  children: ReactNode;
};

/** Shows one record of a list beside that list. */
export function RecordDrawer({ isCovered = false, ref, children, ...root }: RecordDrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  const drawer = useMergedRef(content, ref);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (isCovered) {
      opener.current = document.activeElement;
    } else if (opener.current && !opener.current.isConnected) {
      // The button that opened the dialog disappeared with the decision; shortcuts need the focus in
      // the record.
      content.current
        ?.querySelector<HTMLElement>('[data-autofocus]')
        ?.focus({ preventScroll: true });
      opener.current = null;
    }
  }, [isCovered]);
  return (
    <Drawer.Root
      {...root}
      opened={useDeferredOpening(root.opened)}
      position="right"
      padding={0}
      closeOnEscape={!isCovered}
    >
      <Drawer.Overlay backgroundOpacity={0.55} />
      <Drawer.Content ref={drawer} classNames={{ content: styles.content! }}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

type RecordInDrawerProps<T> = {
  /** Its data is null when the record does not exist. */
  query: Pick<UseQueryResult<T | null>, 'data' | 'error' | 'refetch'>;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons beside the title. */
  controls?: ReactNode;
  text: { loading: string; failure: string; missing: string };
  children: (record: T) => ReactNode;
};

/** A record below its focused title, or the reason why the record cannot be shown. */
export function RecordInDrawer<T>(props: RecordInDrawerProps<T>) {
  const { query, title, subtitle, controls, text, children } = props;
  const { data, error, refetch } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useRestoreFocus(heading, data);
  useEffect(() => {
    // The focused element was removed with the previous record of the drawer.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Drawer.Header className={styles.header!}>
        <Drawer.Title ref={heading} className={styles.title!} tabIndex={-1} data-autofocus>
          {title}
          {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
        </Drawer.Title>
        {controls}
        <Drawer.CloseButton aria-label="Close" size="lg" />
      </Drawer.Header>
      <Drawer.Body className={styles.body!} {...focus}>
        {data ? (
          children(data)
        ) : data === null ? (
          <p role="alert">{text.missing}</p>
        ) : error ? (
          <InlineError text={text.failure} onRetry={() => void refetch()} />
        ) : (
          <RecordSkeleton label={text.loading} />
        )}
      </Drawer.Body>
    </>
  );
}

const RecordSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton height={24} width="50%" mb="lg" radius="sm" />
    {[90, 75, 82, 40].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} mb="sm" radius="sm" />
    ))}
  </div>
);
