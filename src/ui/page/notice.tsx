import { Button } from '@mantine/core';
import { RotateCcw, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeProps = {
  title: string;
  /** `h1` where the notice is all that the page has. */
  heading?: 'h1' | 'h2';
  text?: string;
  icon?: LucideIcon;
  /** An error is announced at once. */
  isError?: boolean;
  children?: ReactNode;
};

/** What stands in the place of rows, posts or a record: what is missing, why, and what can be done. */
export function Notice({ title, heading: Heading = 'h2', text, ...notice }: NoticeProps) {
  const { icon: Icon, isError = false, children } = notice;
  return (
    <section className={styles.notice} role={isError ? 'alert' : undefined}>
      {Icon && <Icon size={36} strokeWidth={1.4} aria-hidden="true" />}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}

type NothingFoundProps = { title: string; text?: string };

/** A {@link Notice} that the filters of a list leave nothing. */
export const NothingFound = ({
  title,
  text = 'Try other words, or clear the filters.',
}: NothingFoundProps) => <Notice icon={SearchX} title={title} text={text} />;

type RetryProps = { onRetry: () => void; isBusy?: boolean };

type FailureNoticeProps = RetryProps & Pick<NoticeProps, 'title' | 'heading'>;

/** A {@link Notice} that something could not be fetched. */
export const FailureNotice = ({ onRetry, ...notice }: FailureNoticeProps) => (
  <Notice {...notice} text="Check your connection, then try again." isError>
    <TryAgain onRetry={onRetry} />
  </Notice>
);

/** A line that a part of a screen could not be fetched. */
export const PartFailure = ({ text, ...retry }: RetryProps & { text: string }) => (
  <div className={styles.part} role="alert">
    <p>{text}</p>
    <TryAgain {...retry} />
  </div>
);

const TryAgain = ({ onRetry, isBusy = false }: RetryProps) => (
  <Button
    variant="default"
    radius="xl"
    leftSection={<RotateCcw size={16} aria-hidden="true" />}
    loading={isBusy}
    onClick={onRetry}
  >
    Try again
  </Button>
);
