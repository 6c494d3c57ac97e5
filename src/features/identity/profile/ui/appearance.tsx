import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { COLOR_SCHEMES } from '#src/ui/theme/color-schemes.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';

/** Chooses the colour scheme of this browser, as the user menu does. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <section className={styles.card} aria-labelledby="appearance-title">
      <h2 id="appearance-title">Appearance</h2>
      <p className={styles.soft}>Applies to this browser.</p>
      <SegmentedControl
        aria-labelledby="appearance-title"
        fullWidth
        size="md"
        data={COLOR_SCHEMES.map(({ value, label }) => ({ value, label }))}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </section>
  );
}
