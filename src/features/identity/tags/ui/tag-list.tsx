import styles from './tag-list.module.css';

/** The tags of a record in a list. */
export function TagList({ tags }: { tags: string[] }) {
  if (tags.length === 0) return '–';
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
    </span>
  );
}
