import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeProps = {
  icon: LucideIcon;
  title: string;
  /** `h1` if the notice is the only content of the page. */
  heading?: 'h1' | 'h2';
  text?: string;
  /** An error is announced at once. */
  error?: boolean;
  children?: ReactNode;
};

/** Shown instead of posts: no posts, no access, or an error. */
export function Notice({
  icon: Icon,
  title,
  heading: Heading = 'h2',
  text,
  error = false,
  children,
}: NoticeProps) {
  return (
    <section className={styles.notice} role={error ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
