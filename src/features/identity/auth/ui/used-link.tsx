import styles from './password-reset.module.css';

/** What a page says whose link was used in this tab before. */
export function UsedLink({ text }: { text: string }) {
  return (
    <div className={styles.ask}>
      <p role="status">{text}</p>
      <a href="/login" className="button">
        Sign In
      </a>
    </div>
  );
}
