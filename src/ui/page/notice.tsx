import { Button } from '@mantine/core';
import { RotateCcw, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeProps = {
  title: string;
  /** `h1` if the notice is the only content of the page. */
  heading?: 'h1' | 'h2';
  text?: string;
  icon?: LucideIcon;
  /** Announces the notice to screen readers immediately. */
  isError?: boolean;
  children?: ReactNode;
};

/** Replaces rows, posts or a record: says what is missing, why, and what can be done. */
export function Notice({ title, heading: Heading = 'h2', text, ...notice }: NoticeProps) {
  const { icon: Icon, isError = false, children } = notice;
  return (
    <section className={styles.notice} role={isError ? 'alert' : undefined}>
      {Icon && (
        <span className={styles.icon}>
          <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}

type NoResultsProps = { title: string; text?: string };

/** A {@link Notice} that no rows match the filters of a list. */
export function NoResults({
  title,
  text = 'Try another search, or clear the filters.',
}: NoResultsProps) {
  return <Notice icon={SearchX} title={title} text={text} />;
}

type RetryProps = { onRetry: () => void; isBusy?: boolean };

type ErrorNoticeProps = RetryProps & Pick<NoticeProps, 'title' | 'heading'>;

/** A {@link Notice} that the content could not be loaded. */
export function ErrorNotice({ onRetry, ...notice }: ErrorNoticeProps) {
  return (
    <Notice {...notice} text="Check your connection, then try again." isError>
      <TryAgain onRetry={onRetry} />
    </Notice>
  );
}

/** A line in place of a part of a screen that could not be loaded. */
export function InlineError({ text, ...retry }: RetryProps & { text: string }) {
  return (
    <div className={styles.inlineError} role="alert">
      <p>{text}</p>
      <TryAgain {...retry} />
    </div>
  );
}

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
