import styles from './skip-link.module.css';

/** The first link of a page, visible while focused. It leads to the element `main`. */
export function SkipLink() {
  return (
    <a href="#main" className={`screen-only ${styles.skip}`}>
      Skip to content
    </a>
  );
}
