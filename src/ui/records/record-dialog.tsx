import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useDeferredOpening } from '#src/ui/dialogs/use-deferred-opening.ts';
import { useEscape } from '#src/ui/elements/keyboard-shortcuts.ts';
import { NeighbourButtons } from './neighbour-buttons.tsx';
import styles from './record-dialog.module.css';
import type { Neighbours } from './use-neighbours.ts';

type RecordDialogProps = {
  opened: boolean;
  /** The width on wide screens, as CSS. */
  size: string;
  /** The element within which the keys of the record work. */
  record: RefObject<HTMLDivElement | null>;
  onClose: () => void;
  /** The open record, of which {@link RecordDialogPage} is a part. */
  children: ReactNode;
};

/** A large dialog with a record of a list. It fills narrow screens. */
export function RecordDialog({ size, record, onClose, children, ...root }: RecordDialogProps) {
  const opened = useDeferredOpening(root.opened);
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  useEscape(record, { opened, onEscape: onClose });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      size={size}
      fullScreen={isNarrow ?? false}
      padding={0}
    >
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content ref={record} classNames={{ content: styles.content! }}>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

type RecordDialogPageProps = Neighbours & {
  id: string;
  record: RefObject<HTMLDivElement | null>;
  title: string;
  /** What stands below the title. */
  facts: ReactNode;
  /** What a record is called. */
  itemLabel: string;
  /** What is shown of the record, which changes when it has been loaded. */
  shown: unknown;
  children: ReactNode;
};

/** The head of a record, with buttons to its neighbours, and the record. */
export function RecordDialogPage(props: RecordDialogPageProps) {
  const { id, record, title, facts, itemLabel, shown, previous, next, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element was removed with the previous record; shortcuts need the focus in the record.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [id, shown]);
  return (
    <>
      <div className={styles.header}>
        <div className={styles.head}>
          <Modal.Title ref={heading} className={styles.title!} tabIndex={-1} data-autofocus>
            <bdi>{title}</bdi>
          </Modal.Title>
          {facts && <p className={styles.facts}>{facts}</p>}
        </div>
        <NeighbourButtons {...{ itemLabel, previous, next, record }} />
        <Modal.CloseButton aria-label="Close" size="lg" />
      </div>
      <Modal.Body className={styles.body!}>{children}</Modal.Body>
    </>
  );
}
