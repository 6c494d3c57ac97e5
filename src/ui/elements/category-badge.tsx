import type { CSSProperties } from 'react';
import { categoryHue, type Category } from '#src/lib/categories.ts';
import styles from './category-badge.module.css';

/** Sets the custom property with a category's hue in degrees, which several stylesheets read. */
export function categoryHueStyle(category: Category): CSSProperties {
  return { '--category-hue': categoryHue(category) } as CSSProperties;
}

/** A content category in its own colour, with AA contrast on every background of the theme. */
export function CategoryBadge({ category }: { category: Category }) {
  return (
    <span className={styles.badge} data-badge style={categoryHueStyle(category)}>
      {category}
    </span>
  );
}
