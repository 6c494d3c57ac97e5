import styles from './more-button.module.css';

type MoreButtonProps = {
  className?: string | undefined;
  expanded: boolean;
  onToggle: () => void;
};

/** Shows the whole of a long caption, or its preview again. */
export function MoreButton({ className = '', expanded, onToggle }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.more} ${className}`}
      aria-expanded={expanded}
      onClick={onToggle}
    >
      {expanded ? 'less' : 'more'}
    </button>
  );
}
