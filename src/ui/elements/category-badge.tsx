import type { CSSProperties } from 'react';
import { categoryHue, type Category } from '#src/lib/categories.ts';
import styles from './category-badge.module.css';

/** The custom property that gives category-badge.module.css (and others) a category's hue in degrees. */
export const categoryHueStyle = (category: Category): CSSProperties =>
  ({ '--category-hue': categoryHue(category) }) as CSSProperties;

/** A content category in its own colour; AA contrast on every ground of the tokens. */
export function CategoryBadge({ category }: { category: Category }) {
  return (
    <span className={styles.badge} style={categoryHueStyle(category)}>
      {category}
    </span>
  );
}
