import { EyeOff, Heart } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { categoryHueStyle } from '#src/ui/elements/category-badge.tsx';
import type { MarketplaceSearch } from '../marketplace.schema.ts';
import styles from './filter-chips.module.css';

export type FilterProps = {
  search: MarketplaceSearch;
  /** Whether the viewer is a fan, who has favorites and subscriptions. */
  isFan: boolean;
  onFilter: (patch: MarketplaceSearch) => void;
};

/** A row of toggles that scrolls sideways: a fan's own filters, then the categories. */
export function FilterChips({ search, isFan, onFilter }: FilterProps) {
  const selected = search.category ?? [];
  // Categories that are selected on arrival come first, where they are visible.
  const [categories] = useState(() => [...new Set([...selected, ...CATEGORIES])]);
  const toggleCategory = (category: Category) => {
    const next = selected.includes(category)
      ? selected.filter((other) => other !== category)
      : [...selected, category];
    onFilter({ category: next.length > 0 ? next : undefined });
  };
  const toggle = (name: 'favorites' | 'hideSubscribed'): MarketplaceSearch => ({
    [name]: search[name] ? undefined : true,
  });
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {isFan && (
        <>
          <Chip isOn={search.favorites ?? false} onClick={() => onFilter(toggle('favorites'))}>
            <Heart size={16} aria-hidden="true" /> Favorites
          </Chip>
          <Chip
            isOn={search.hideSubscribed ?? false}
            onClick={() => onFilter(toggle('hideSubscribed'))}
          >
            <EyeOff size={16} aria-hidden="true" /> Hide subscribed
          </Chip>
          <span className={styles.divider} aria-hidden="true" />
        </>
      )}
      {categories.map((category) => (
        <Chip
          key={category}
          isOn={selected.includes(category)}
          category={category}
          onClick={() => toggleCategory(category)}
        >
          {category}
        </Chip>
      ))}
    </div>
  );
}

type ChipProps = {
  isOn: boolean;
  category?: Category;
  onClick: () => void;
  children: ReactNode;
};

const Chip = ({ isOn, category, onClick, children }: ChipProps) => (
  <button
    type="button"
    className={styles.chip}
    style={category && categoryHueStyle(category)}
    data-category={category}
    aria-pressed={isOn}
    onClick={onClick}
  >
    {children}
  </button>
);
