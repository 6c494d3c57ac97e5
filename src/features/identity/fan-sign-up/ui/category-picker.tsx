import { Check } from 'lucide-react';
import { MAXIMUM_PREFERENCES } from '#src/features/identity/accounts/accounts.schema.ts';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { categoryHueStyle } from '#src/ui/elements/category-badge.tsx';
import styles from './category-picker.module.css';
import { ChoiceFieldset } from './choice-group.tsx';

type CategoryPickerProps = {
  legend: string;
  value: Category[];
  onChange: (value: Category[]) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** Selects up to five categories, each with a chip in its colour. */
export function CategoryPicker(props: CategoryPickerProps) {
  const { legend, value, onChange, error, disabled = false } = props;
  const full = value.length >= MAXIMUM_PREFERENCES;
  const toggle = (category: Category) =>
    onChange(
      value.includes(category)
        ? value.filter((other) => other !== category)
        : [...value, category].slice(0, MAXIMUM_PREFERENCES),
    );
  const counter = (
    <p className={styles.counter} aria-live="polite" aria-atomic>
      <strong>{`Selected: ${value.length}/${MAXIMUM_PREFERENCES}`}</strong>
      {full && <span>Maximum {MAXIMUM_PREFERENCES} categories selected</span>}
    </p>
  );
  return (
    <ChoiceFieldset legend={legend} hint={counter} error={error}>
      <div className={styles.chips}>
        {CATEGORIES.map((category) => {
          const chosen = value.includes(category);
          return (
            <label key={category} className={styles.chip} style={categoryHueStyle(category)}>
              <input
                type="checkbox"
                name="preferences"
                value={category}
                checked={chosen}
                disabled={disabled || (full && !chosen)}
                onChange={() => toggle(category)}
              />
              <span className={styles.mark} aria-hidden="true">
                {chosen && <Check size={12} strokeWidth={3.5} />}
              </span>
              {category}
            </label>
          );
        })}
      </div>
    </ChoiceFieldset>
  );
}
